CREATE TABLE worklists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    created TEXT NOT NULL,
    settings TEXT NOT NULL,
    archived INTEGER NOT NULL DEFAULT 0,
    head INTEGER NOT NULL DEFAULT 0,  -- the last action in effect
    marked_row INTEGER,
    marked_item INTEGER
);
CREATE TABLE files (
    worklist INTEGER NOT NULL REFERENCES worklists (id) ON DELETE CASCADE,
    file INTEGER NOT NULL,
    path TEXT NOT NULL,
    member TEXT NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL DEFAULT '',
    format TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (worklist, file)
) WITHOUT ROWID
;
CREATE TABLE documents (
    worklist INTEGER NOT NULL REFERENCES worklists (id) ON DELETE CASCADE,
    row INTEGER NOT NULL,
    file INTEGER NOT NULL,
    name TEXT NOT NULL,
    part TEXT NOT NULL DEFAULT '',
    document_id TEXT NOT NULL DEFAULT '',
    patient TEXT NOT NULL DEFAULT '',
    note_type TEXT NOT NULL DEFAULT '',
    characters INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    reading TEXT NOT NULL DEFAULT 'first',
    settled INTEGER NOT NULL DEFAULT 1, pages TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (worklist, row)
) WITHOUT ROWID
;
CREATE TABLE readings (
    worklist INTEGER NOT NULL,
    row INTEGER NOT NULL,
    reading TEXT NOT NULL,
    spans INTEGER NOT NULL,
    undecided INTEGER NOT NULL,
    doubtful INTEGER NOT NULL,
    recovered INTEGER NOT NULL,
    risk REAL NOT NULL,
    risk_seen REAL NOT NULL,
    next_item INTEGER NOT NULL DEFAULT 0,
    signed_by TEXT NOT NULL DEFAULT '',
    signed_at TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (worklist, row, reading),
    FOREIGN KEY (worklist, row) REFERENCES documents (worklist, row) ON DELETE CASCADE
) WITHOUT ROWID
;
CREATE TABLE items (
    worklist INTEGER NOT NULL,
    row INTEGER NOT NULL,
    reading TEXT NOT NULL,
    item INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    label TEXT NOT NULL,
    score REAL NOT NULL,
    state TEXT NOT NULL,
    by TEXT NOT NULL,
    at TEXT NOT NULL,
    note TEXT NOT NULL,
    evidence TEXT NOT NULL,
    surface TEXT NOT NULL,
    risk REAL NOT NULL,
    waits INTEGER NOT NULL,  -- undecided, in a reading that is not signed off
    PRIMARY KEY (worklist, row, reading, item),
    FOREIGN KEY (worklist, row) REFERENCES documents (worklist, row) ON DELETE CASCADE
) WITHOUT ROWID
;
CREATE TABLE proposals (
    worklist INTEGER NOT NULL,
    row INTEGER NOT NULL,
    items TEXT NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (worklist, row),
    FOREIGN KEY (worklist, row) REFERENCES documents (worklist, row) ON DELETE CASCADE
) WITHOUT ROWID
;
CREATE TABLE actions (
    worklist INTEGER NOT NULL REFERENCES worklists (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    by TEXT NOT NULL,
    at TEXT NOT NULL,
    focus_row INTEGER,
    focus_item INTEGER,
    changes TEXT NOT NULL,
    dropped INTEGER NOT NULL DEFAULT 0, counts TEXT NOT NULL DEFAULT '', marks TEXT NOT NULL DEFAULT '',  -- undone, and then something else was done
    PRIMARY KEY (worklist, seq)
);
CREATE TABLE exports (
    id INTEGER PRIMARY KEY,
    worklist INTEGER NOT NULL REFERENCES worklists (id) ON DELETE CASCADE,
    file INTEGER NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    at TEXT NOT NULL
);
CREATE TABLE blocks (
    worklist INTEGER NOT NULL,
    row INTEGER NOT NULL,
    block INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    risk REAL NOT NULL,
    reason TEXT NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (worklist, row, block),
    FOREIGN KEY (worklist, row) REFERENCES documents (worklist, row) ON DELETE CASCADE
) WITHOUT ROWID
;
CREATE TABLE marks (
    worklist INTEGER NOT NULL,
    row INTEGER NOT NULL,
    reading TEXT NOT NULL,  -- or 'found'
    mark INTEGER NOT NULL,
    page INTEGER NOT NULL,
    left REAL NOT NULL,
    top REAL NOT NULL,
    right REAL NOT NULL,
    bottom REAL NOT NULL,
    kind TEXT NOT NULL,
    score REAL NOT NULL,
    state TEXT NOT NULL,
    by TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (worklist, row, reading, mark),
    FOREIGN KEY (worklist, row) REFERENCES documents (worklist, row) ON DELETE CASCADE
) WITHOUT ROWID
;
CREATE TABLE page_reads (
    worklist INTEGER NOT NULL,
    file INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (worklist, file),
    FOREIGN KEY (worklist, file) REFERENCES files (worklist, file) ON DELETE CASCADE
);
INSERT INTO worklists VALUES (1, 'ward 7', '2026-11-23T18:17:36+00:00', '{"policy": "safe_harbor_plus"}', 0, 3, 1, 1);
INSERT INTO files VALUES (1, 1, '"/notes/a.pdf"', '[]', 'a.pdf', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'pdf');
INSERT INTO files VALUES (1, 2, '"/notes/b.zip"', '["in/b.txt"]', 'b.txt', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'text');
INSERT INTO files VALUES (1, 3, '"/notes/c.txt"', '[]', 'c.txt', 'cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc', '');
INSERT INTO documents VALUES (1, 1, 1, 'a.pdf', '', '0123456789abcdef', 'Marrowby-77', '', 200, 'exported', '', 'first', 1, '[[612.0,792.0]]');
INSERT INTO documents VALUES (1, 2, 2, 'b.txt', '', '0123456789abcdef', '', '', 100, 'to review', '', 'second', 0, '');
INSERT INTO documents VALUES (1, 3, 3, 'c.txt', '', '', '', '', 0, 'failed', 'the file is empty.', 'first', 1, '');
INSERT INTO readings VALUES (1, 1, 'first', 2, 0, 0, 0, 1.0, 0.0, 2, 'A. Reviewer', '2026-01-02T03:04:05+00:00');
INSERT INTO readings VALUES (1, 2, 'first', 1, 1, 0, 0, 1.0, 0.0, 1, '', '');
INSERT INTO readings VALUES (1, 2, 'second', 1, 1, 0, 0, 1.0, 0.0, 1, '', '');
INSERT INTO items VALUES (1, 1, 'first', 0, 0, 5, 'PATIENT', 0.75, 'accepted', 'A. Reviewer', '2026-01-02T03:04:05+00:00', '', '[{"kind":"model","name":"ensemble/a","label":"PATIENT","score":0.123456789,"start":3,"end":9,"detail":"common word beside a cue"},{"kind":"recovery","name":"EPONYM"}]', 'quillfeather 0', 0.0, 0);
INSERT INTO items VALUES (1, 1, 'first', 1, 10, 15, 'PATIENT', 0.75, 'rejected', 'A. Reviewer', '2026-01-02T03:04:05+00:00', '', '[{"kind":"model","name":"ensemble/a","label":"PATIENT","score":0.123456789,"start":3,"end":9,"detail":"common word beside a cue"},{"kind":"recovery","name":"EPONYM"}]', 'quillfeather 1', 0.1, 0);
INSERT INTO items VALUES (1, 2, 'first', 0, 0, 5, 'PATIENT', 0.75, 'proposed', '', '', '', '[{"kind":"model","name":"ensemble/a","label":"PATIENT","score":0.123456789,"start":3,"end":9,"detail":"common word beside a cue"},{"kind":"recovery","name":"EPONYM"}]', 'quillfeather 0', 0.0, 1);
INSERT INTO items VALUES (1, 2, 'second', 0, 0, 5, 'PATIENT', 0.75, 'proposed', '', '', '', '[{"kind":"model","name":"ensemble/a","label":"PATIENT","score":0.123456789,"start":3,"end":9,"detail":"common word beside a cue"},{"kind":"recovery","name":"EPONYM"}]', 'quillfeather 0', 0.0, 1);
INSERT INTO proposals VALUES (1, 1, '[[0,0,5,"PATIENT",0.75,"proposed","","","","[{\"kind\":\"model\",\"name\":\"ensemble/a\",\"label\":\"PATIENT\",\"score\":0.123456789,\"start\":3,\"end\":9,\"detail\":\"common word beside a cue\"},{\"kind\":\"recovery\",\"name\":\"EPONYM\"}]","quillfeather 0",0.0],[1,10,15,"PATIENT",0.75,"proposed","","","","[{\"kind\":\"model\",\"name\":\"ensemble/a\",\"label\":\"PATIENT\",\"score\":0.123456789,\"start\":3,\"end\":9,\"detail\":\"common word beside a cue\"},{\"kind\":\"recovery\",\"name\":\"EPONYM\"}]","quillfeather 1",0.1]]', '[2, 2, 0, 0, 1.0, 0.0]');
INSERT INTO proposals VALUES (1, 2, '[[0,0,5,"PATIENT",0.75,"proposed","","","","[{\"kind\":\"model\",\"name\":\"ensemble/a\",\"label\":\"PATIENT\",\"score\":0.123456789,\"start\":3,\"end\":9,\"detail\":\"common word beside a cue\"},{\"kind\":\"recovery\",\"name\":\"EPONYM\"}]","quillfeather 0",0.0]]', '[1, 1, 0, 0, 1.0, 0.0]');
INSERT INTO actions VALUES (1, 1, 'accept', 'A. Reviewer', '2026-01-02T03:04:05+00:00', 1, 0, '[[1,"first",[0,0,5,"PATIENT",0.75,"proposed","","","","[{\"kind\":\"model\",\"name\":\"ensemble/a\",\"label\":\"PATIENT\",\"score\":0.123456789,\"start\":3,\"end\":9,\"detail\":\"common word beside a cue\"},{\"kind\":\"recovery\",\"name\":\"EPONYM\"}]","quillfeather 0",0.0],[0,0,5,"PATIENT",0.75,"accepted","A. Reviewer","2026-01-02T03:04:05+00:00","","[{\"kind\":\"model\",\"name\":\"ensemble/a\",\"label\":\"PATIENT\",\"score\":0.123456789,\"start\":3,\"end\":9,\"detail\":\"common word beside a cue\"},{\"kind\":\"recovery\",\"name\":\"EPONYM\"}]","quillfeather 0",0.0]]]', 0, '[[1,"first",[2,2,0,0,1.0,0.0],[2,1,0,0,1.0,0.0]]]', '');
INSERT INTO actions VALUES (1, 2, 'reject', 'A. Reviewer', '2026-01-02T03:04:05+00:00', 1, 1, '[[1,"first",[1,10,15,"PATIENT",0.75,"proposed","","","","[{\"kind\":\"model\",\"name\":\"ensemble/a\",\"label\":\"PATIENT\",\"score\":0.123456789,\"start\":3,\"end\":9,\"detail\":\"common word beside a cue\"},{\"kind\":\"recovery\",\"name\":\"EPONYM\"}]","quillfeather 1",0.1],[1,10,15,"PATIENT",0.75,"rejected","A. Reviewer","2026-01-02T03:04:05+00:00","","[{\"kind\":\"model\",\"name\":\"ensemble/a\",\"label\":\"PATIENT\",\"score\":0.123456789,\"start\":3,\"end\":9,\"detail\":\"common word beside a cue\"},{\"kind\":\"recovery\",\"name\":\"EPONYM\"}]","quillfeather 1",0.1]]]', 0, '[[1,"first",[2,1,0,0,1.0,0.0],[2,0,0,0,1.0,0.0]]]', '');
INSERT INTO actions VALUES (1, 3, 'cover', 'A. Reviewer', '2026-01-02T03:04:05+00:00', NULL, NULL, '[]', 0, '[]', '[[1,"first",[0,0,1.5,2.0,30.0,40.0,"signature",0.5,"proposed","",""],[0,0,1.5,2.0,30.0,40.0,"signature",0.5,"accepted","A. Reviewer","2026-01-02T03:04:05+00:00"]]]');
INSERT INTO actions VALUES (1, 4, 'accept', 'A. Reviewer', '2026-01-02T03:04:05+00:00', 2, 0, '[[2,"first",[0,0,5,"PATIENT",0.75,"proposed","","","","[{\"kind\":\"model\",\"name\":\"ensemble/a\",\"label\":\"PATIENT\",\"score\":0.123456789,\"start\":3,\"end\":9,\"detail\":\"common word beside a cue\"},{\"kind\":\"recovery\",\"name\":\"EPONYM\"}]","quillfeather 0",0.0],[0,0,5,"PATIENT",0.75,"accepted","A. Reviewer","2026-01-02T03:04:05+00:00","","[{\"kind\":\"model\",\"name\":\"ensemble/a\",\"label\":\"PATIENT\",\"score\":0.123456789,\"start\":3,\"end\":9,\"detail\":\"common word beside a cue\"},{\"kind\":\"recovery\",\"name\":\"EPONYM\"}]","quillfeather 0",0.0]]]', 0, '[[2,"first",[1,1,0,0,1.0,0.0],[1,0,0,0,1.0,0.0]]]', '');
INSERT INTO exports VALUES (1, 1, 1, '1.pdf', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', '2026-01-02T03:04:05+00:00');
INSERT INTO blocks VALUES (1, 1, 0, 120, 160, 0.4, 'looks like a letterhead or signature, nothing found in it', 0);
INSERT INTO marks VALUES (1, 1, 'first', 0, 0, 1.5, 2.0, 30.0, 40.0, 'signature', 0.5, 'accepted', 'A. Reviewer', '2026-01-02T03:04:05+00:00');
INSERT INTO marks VALUES (1, 1, 'found', 0, 0, 1.5, 2.0, 30.0, 40.0, 'signature', 0.5, 'proposed', '', '');
INSERT INTO page_reads VALUES (1, 1, X'72656164');
CREATE INDEX documents_by_file ON documents (worklist, file);
CREATE INDEX items_by_surface ON items (worklist, reading, surface, row, item);
CREATE INDEX items_by_risk ON items (worklist, reading, risk DESC, row, start, item) WHERE waits = 1
;
CREATE INDEX actions_kept ON actions (worklist, seq) WHERE dropped = 0;
CREATE INDEX exports_by_file ON exports (worklist, file);
CREATE INDEX blocks_by_risk ON blocks (worklist, risk DESC, row, block) WHERE seen = 0;
PRAGMA user_version = 4;
