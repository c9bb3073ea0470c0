-- The store of case reports: the notes as they were read, and every decision as a step that can be taken back.
--
-- A line `-- version N` begins the statements that lead to version N of the tables. Never change one that was released:
-- add the next.

-- version 1

CREATE TABLE case_reports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    created TEXT NOT NULL,
    request TEXT NOT NULL
);

CREATE TABLE notes (
    case_report INTEGER NOT NULL REFERENCES case_reports (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    note TEXT NOT NULL,  -- JSON of a CaseNote, or of a file that could not be read
    PRIMARY KEY (case_report, number)
) WITHOUT ROWID;

CREATE TABLE decisions (
    case_report INTEGER NOT NULL REFERENCES case_reports (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,  -- JSON
    PRIMARY KEY (case_report, kind, key)
) WITHOUT ROWID;

CREATE TABLE steps (
    case_report INTEGER NOT NULL REFERENCES case_reports (id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    before TEXT,  -- NULL where nothing was decided
    after TEXT,
    undone INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (case_report, step)
) WITHOUT ROWID;

CREATE TABLE kept (
    case_report INTEGER NOT NULL REFERENCES case_reports (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (case_report, number)
) WITHOUT ROWID;
