-- The store of worklists. `items` holds each item as it stands;
-- `actions` what was done, in order, with the items before and after as JSON; `proposals` what detection found, for a
-- second reader to start from; `marks` the boxes on pages; `passages` what detection does not cover.
--
-- A line `-- version N` begins the statements that lead to version N of the tables. Never change one that was released:
-- add the next.

-- version 1

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
) WITHOUT ROWID;

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
    settled INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (worklist, row)
) WITHOUT ROWID;

CREATE INDEX documents_by_file ON documents (worklist, file);

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
) WITHOUT ROWID;

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
) WITHOUT ROWID;

CREATE INDEX items_by_surface ON items (worklist, reading, surface, row, item);

CREATE INDEX items_by_risk ON items (worklist, reading, risk DESC, row, start, item) WHERE waits = 1;

CREATE TABLE proposals (
    worklist INTEGER NOT NULL,
    row INTEGER NOT NULL,
    items TEXT NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (worklist, row),
    FOREIGN KEY (worklist, row) REFERENCES documents (worklist, row) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE actions (
    worklist INTEGER NOT NULL REFERENCES worklists (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    by TEXT NOT NULL,
    at TEXT NOT NULL,
    focus_row INTEGER,
    focus_item INTEGER,
    changes TEXT NOT NULL,
    dropped INTEGER NOT NULL DEFAULT 0,  -- undone, and then something else was done
    PRIMARY KEY (worklist, seq)
);

CREATE INDEX actions_kept ON actions (worklist, seq) WHERE dropped = 0;

CREATE TABLE exports (
    id INTEGER PRIMARY KEY,
    worklist INTEGER NOT NULL REFERENCES worklists (id) ON DELETE CASCADE,
    file INTEGER NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    at TEXT NOT NULL
);

CREATE INDEX exports_by_file ON exports (worklist, file);

-- version 2: counts of each reading before and after an action, as JSON; empty for actions of before it

ALTER TABLE actions ADD COLUMN counts TEXT NOT NULL DEFAULT '';

-- version 3: stretches in which nothing was found, though there may be something

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
) WITHOUT ROWID;

CREATE INDEX blocks_by_risk ON blocks (worklist, risk DESC, row, block) WHERE seen = 0;

-- version 4: boxes on pages, sizes of the pages as JSON, and what OCR read on the pages of a file

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
) WITHOUT ROWID;

CREATE TABLE page_reads (
    worklist INTEGER NOT NULL,
    file INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (worklist, file),
    FOREIGN KEY (worklist, file) REFERENCES files (worklist, file) ON DELETE CASCADE
);

ALTER TABLE documents ADD COLUMN pages TEXT NOT NULL DEFAULT '';

ALTER TABLE actions ADD COLUMN marks TEXT NOT NULL DEFAULT '';

-- version 5: passages that detection does not cover; `at` is empty while one is unread

CREATE TABLE passages (
    worklist INTEGER NOT NULL,
    row INTEGER NOT NULL,
    reading TEXT NOT NULL,
    passage INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    language TEXT NOT NULL,
    script TEXT NOT NULL,
    by TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (worklist, row, reading, passage),
    FOREIGN KEY (worklist, row) REFERENCES documents (worklist, row) ON DELETE CASCADE
) WITHOUT ROWID;

ALTER TABLE actions ADD COLUMN passages TEXT NOT NULL DEFAULT '';

-- version 6: what the audit record is to be told, in the transaction in which it happened; `seen` is the SHA-256 of
-- what a reader signed

ALTER TABLE readings ADD COLUMN seen TEXT NOT NULL DEFAULT '';

CREATE TABLE unrecorded (
    id INTEGER PRIMARY KEY,
    event TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))),
    kind TEXT NOT NULL,
    reader TEXT NOT NULL,
    facts TEXT NOT NULL
);

CREATE TRIGGER signed AFTER UPDATE OF signed_by ON readings WHEN new.signed_by <> ''
BEGIN
    INSERT INTO unrecorded (kind, reader, facts)
    SELECT 'signed-off', new.signed_by, json_object(
        'worklist', new.worklist, 'document', document_id, 'reading', new.reading, 'at', new.signed_at,
        'seen', new.seen)
    FROM documents WHERE worklist = new.worklist AND row = new.row;
END;

CREATE TRIGGER signature_withdrawn AFTER UPDATE OF signed_by ON readings
WHEN old.signed_by <> '' AND new.signed_by = ''
BEGIN
    INSERT INTO unrecorded (kind, reader, facts)
    SELECT 'signature-withdrawn', '', json_object(
        'worklist', new.worklist, 'document', document_id, 'reading', old.reading, 'at', old.signed_at,
        'signed_by', old.signed_by)
    FROM documents WHERE worklist = old.worklist AND row = old.row;
END;

CREATE TRIGGER exported AFTER INSERT ON exports
BEGIN
    INSERT INTO unrecorded (kind, reader, facts)
    SELECT
        CASE WHEN EXISTS (SELECT 1 FROM exports WHERE worklist = new.worklist AND file = new.file AND at < new.at)
            THEN 'export-superseded' ELSE 'exported' END,
        '', json_object('worklist', new.worklist, 'name', new.name, 'sha256', new.sha256);
END;

CREATE TRIGGER settings_changed AFTER UPDATE OF settings ON worklists WHEN old.settings <> new.settings
BEGIN
    INSERT INTO unrecorded (kind, reader, facts)
    VALUES ('settings-changed', '', json_object(
        'worklist', new.id, 'policy', CASE WHEN json_valid(new.settings)
            THEN coalesce(json_extract(new.settings, '$.policy'), '') ELSE '' END));
END;

CREATE TRIGGER worklist_removed BEFORE DELETE ON worklists
BEGIN
    INSERT INTO unrecorded (kind, reader, facts)
    SELECT 'worklist-removed', '', json_object('worklist', old.id, 'documents', COUNT(*))
    FROM documents WHERE worklist = old.id;
END;

-- version 7: an output written twice within one second is told as superseded
DROP TRIGGER exported;

CREATE TRIGGER exported AFTER INSERT ON exports
BEGIN
    INSERT INTO unrecorded (kind, reader, facts)
    SELECT
        -- Outputs of one export share its second and differ in name; a later one has another second or a name again.
        CASE WHEN EXISTS (
            SELECT 1 FROM exports WHERE worklist = new.worklist AND file = new.file AND id <> new.id
            AND (name = new.name OR at <> new.at))
            THEN 'export-superseded' ELSE 'exported' END,
        '', json_object('worklist', new.worklist, 'name', new.name, 'sha256', new.sha256);
END;

-- version 8: words of each document's text, one a line, where its patient is known: no surrogate of the patient is one

CREATE TABLE words (
    worklist INTEGER NOT NULL,
    row INTEGER NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (worklist, row),
    FOREIGN KEY (worklist, row) REFERENCES documents (worklist, row) ON DELETE CASCADE
) WITHOUT ROWID;
