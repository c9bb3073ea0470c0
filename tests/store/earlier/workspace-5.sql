    CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    started TEXT NOT NULL,
    finished TEXT,
    status TEXT NOT NULL CHECK (status IN ('running', 'done', 'stopped', 'failed')),
    app_version TEXT NOT NULL,
    policy TEXT NOT NULL,
    policy_sha256 TEXT NOT NULL,
    dictionaries_sha256 TEXT NOT NULL,
    mode TEXT NOT NULL,
    key_id TEXT NOT NULL,
    settings TEXT NOT NULL
, models_sha256 TEXT NOT NULL DEFAULT '');
    CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    file_sha256 TEXT NOT NULL,
    part TEXT NOT NULL,
    format TEXT NOT NULL,
    characters INTEGER NOT NULL
);
    CREATE TABLE spans (
    run_id TEXT NOT NULL REFERENCES runs (id),
    document_id TEXT NOT NULL REFERENCES documents (id),
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    label TEXT NOT NULL,
    score REAL NOT NULL,
    recovered INTEGER NOT NULL,
    evidence TEXT NOT NULL,
    PRIMARY KEY (run_id, document_id, start, end, recovered)
) WITHOUT ROWID;
    CREATE TABLE decisions (
    run_id TEXT NOT NULL REFERENCES runs (id),
    document_id TEXT NOT NULL REFERENCES documents (id),
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    label TEXT NOT NULL,
    verdict TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    decided TEXT NOT NULL,
    PRIMARY KEY (run_id, document_id, start, end)
) WITHOUT ROWID;
    CREATE TABLE exports (
    id INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES runs (id),
    file_sha256 TEXT NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    written TEXT NOT NULL
, copy INTEGER NOT NULL DEFAULT 1);
    CREATE TABLE failures (
    id INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES runs (id),
    file_sha256 TEXT NOT NULL,
    kind TEXT NOT NULL,
    failed TEXT NOT NULL
);
    CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    facts TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL
);
    CREATE TABLE regions (
    run_id TEXT NOT NULL REFERENCES runs (id),
    document_id TEXT NOT NULL REFERENCES documents (id),
    region INTEGER NOT NULL,
    page INTEGER NOT NULL,
    left REAL NOT NULL,
    top REAL NOT NULL,
    right REAL NOT NULL,
    bottom REAL NOT NULL,
    kind TEXT NOT NULL,
    score REAL NOT NULL,
    verdict TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    decided TEXT NOT NULL, copy INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (run_id, document_id, region)
) WITHOUT ROWID;
INSERT INTO runs VALUES ('20261123-181736-b88bec', '2026-11-23T18:17:36.555+00:00', '2026-11-23T18:17:36.558+00:00', 'done', '0.1.0', 'safe_harbor_plus', 'pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp', 'dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd', 'surrogate', 'abcd1234', 'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss', '');
INSERT INTO documents VALUES ('0123456789abcdef', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', '', 'pdf', 40);
INSERT INTO spans VALUES ('20261123-181736-b88bec', '0123456789abcdef', 4, 7, 'DOCTOR', 0.9, 0, '[{"kind":"rule","name":"DR-CUE","label":"DOCTOR","score":0.9}]');
INSERT INTO spans VALUES ('20261123-181736-b88bec', '0123456789abcdef', 9, 15, 'DOCTOR', 0.5, 1, '[]');
INSERT INTO decisions VALUES ('20261123-181736-b88bec', '0123456789abcdef', 4, 7, 'DOCTOR', 'accepted', 'policy', '2026-11-23T18:17:36.556+00:00');
INSERT INTO exports VALUES (1, '20261123-181736-b88bec', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'note-1.pdf', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 12, '2026-11-23T18:17:36.556+00:00', 1);
INSERT INTO failures VALUES (1, '20261123-181736-b88bec', '9999999999999999999999999999999999999999999999999999999999999999', 'InputError', '2026-11-23T18:17:36.557+00:00');
INSERT INTO events VALUES (1, '2026-11-23T18:17:36.556+00:00', 'run-begun', '{"app_version":"0.1.0","dictionaries_sha256":"dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd","id":"20261123-181736-b88bec","key_id":"abcd1234","mode":"surrogate","models_sha256":"","policy":"safe_harbor_plus","policy_sha256":"pppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp","settings":"ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss","started":"2026-11-23T18:17:36.555+00:00"}', '0000000000000000000000000000000000000000000000000000000000000000', 'bce82bc532f6c9005873fa20b7b423ec05a2c66be73f5c7c7f28bf394f2fdb8b');
INSERT INTO events VALUES (2, '2026-11-23T18:17:36.557+00:00', 'file-exported', '{"documents":1,"file":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","outputs":["eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"],"run":"20261123-181736-b88bec","spans":1}', 'bce82bc532f6c9005873fa20b7b423ec05a2c66be73f5c7c7f28bf394f2fdb8b', 'a3cfd414605bfd4aa88435a1f950d886d488d73553997fd05b5a0e50d24e8a2b');
INSERT INTO events VALUES (3, '2026-11-23T18:17:36.557+00:00', 'file-blocked', '{"file":"9999999999999999999999999999999999999999999999999999999999999999","kind":"InputError","run":"20261123-181736-b88bec"}', 'a3cfd414605bfd4aa88435a1f950d886d488d73553997fd05b5a0e50d24e8a2b', 'f69e83709e9d5ff9119108872652d7de979aa9df2ec024af09c000e2b3917295');
INSERT INTO events VALUES (4, '2026-11-23T18:17:36.558+00:00', 'run-ended', '{"failures":1,"files":1,"run":"20261123-181736-b88bec","status":"done"}', 'f69e83709e9d5ff9119108872652d7de979aa9df2ec024af09c000e2b3917295', 'ea55f37c84d47c58f5dfd3a9f690ccfdfb6356e52c7b3f8e715ee3afa356017c');
INSERT INTO regions VALUES ('20261123-181736-b88bec', '0123456789abcdef', 0, 0, 1.5, 2.0, 30.0, 40.0, 'signature', 0.5, 'accepted', 'policy', '2026-11-23T18:17:36.556+00:00', 1);
CREATE INDEX documents_by_file ON documents (file_sha256);
CREATE INDEX exports_by_file ON exports (file_sha256);
CREATE TRIGGER events_stay BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'audit events are not changed'); END;
CREATE TRIGGER events_last BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'audit events are not removed'); END;
PRAGMA user_version = 5;
