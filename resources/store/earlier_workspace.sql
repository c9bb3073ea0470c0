-- The audit log of version 0.1, which is brought over into the workspace when it is met.
--
-- A line `-- version N` begins the statements that lead to version N of the tables. Never change one that was released:
-- add the next.

-- version 1

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
);

CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    file_sha256 TEXT NOT NULL,
    part TEXT NOT NULL,
    format TEXT NOT NULL,
    characters INTEGER NOT NULL
);

CREATE INDEX documents_by_file ON documents (file_sha256);

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
);

CREATE INDEX exports_by_file ON exports (file_sha256);

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

CREATE TRIGGER events_stay BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'audit events are not changed'); END;

CREATE TRIGGER events_last BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'audit events are not removed'); END;

-- version 2: which of a run's files with the same content an output belongs to: 1 for the first

ALTER TABLE exports ADD COLUMN copy INTEGER NOT NULL DEFAULT 1;

-- version 3: which models found the spans; empty for runs from before there were any

ALTER TABLE runs ADD COLUMN models_sha256 TEXT NOT NULL DEFAULT '';

-- version 4: parts of pages, covered or left: places in points from the upper left corner of the page

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
    decided TEXT NOT NULL,
    PRIMARY KEY (run_id, document_id, region)
) WITHOUT ROWID;

-- version 5: which of a run's files with the same content they were decided in: 1 for the first

ALTER TABLE regions ADD COLUMN copy INTEGER NOT NULL DEFAULT 1;
