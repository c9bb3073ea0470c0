-- The store of spot-checks: what a release held when it was brought in, what was drawn, and what readers said.
--
-- A line `-- version N` begins the statements that lead to version N of the tables. Never change one that was released:
-- add the next.

-- version 1

CREATE TABLE spot_checks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    created TEXT NOT NULL,
    stage TEXT NOT NULL DEFAULT '',  -- empty while the release is read
    request TEXT NOT NULL,
    summary TEXT NOT NULL DEFAULT '',
    frame TEXT NOT NULL DEFAULT '',
    plan TEXT NOT NULL DEFAULT '',
    choices TEXT NOT NULL DEFAULT '',
    commitment TEXT NOT NULL DEFAULT '',
    seed BLOB NOT NULL DEFAULT x'',
    looks TEXT NOT NULL DEFAULT '[]',
    outcome TEXT NOT NULL DEFAULT '',
    report TEXT NOT NULL DEFAULT ''
);

CREATE TABLE files (
    spot_check INTEGER NOT NULL REFERENCES spot_checks (id) ON DELETE CASCADE,
    file INTEGER NOT NULL,
    path TEXT NOT NULL,
    member TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',  -- why it is in no statement
    PRIMARY KEY (spot_check, file)
) WITHOUT ROWID;

CREATE TABLE notes (
    spot_check INTEGER NOT NULL REFERENCES spot_checks (id) ON DELETE CASCADE,
    note INTEGER NOT NULL,
    file INTEGER NOT NULL,
    part TEXT NOT NULL,
    place TEXT NOT NULL,
    content TEXT NOT NULL,  -- keyed hash of all that is read of it
    patient TEXT NOT NULL,
    words INTEGER NOT NULL,
    format TEXT NOT NULL,
    folder TEXT NOT NULL,
    note_type TEXT NOT NULL,
    month TEXT NOT NULL,
    wording TEXT NOT NULL,  -- keyed hash of its words alone
    suspicion REAL,
    why TEXT NOT NULL DEFAULT '',
    original TEXT NOT NULL DEFAULT '',  -- path, members and part of its original
    PRIMARY KEY (spot_check, note)
) WITHOUT ROWID;

CREATE INDEX notes_by_file ON notes (spot_check, file);

CREATE INDEX notes_by_suspicion ON notes (spot_check, suspicion);

CREATE TABLE drawn (
    spot_check INTEGER NOT NULL REFERENCES spot_checks (id) ON DELETE CASCADE,
    arm TEXT NOT NULL,
    position INTEGER NOT NULL,
    note INTEGER NOT NULL,
    planted TEXT NOT NULL DEFAULT '',  -- the leak that the reading copy holds
    PRIMARY KEY (spot_check, arm, position)
) WITHOUT ROWID;

CREATE TABLE readings (
    spot_check INTEGER NOT NULL REFERENCES spot_checks (id) ON DELETE CASCADE,
    reader TEXT NOT NULL,
    arm TEXT NOT NULL,
    position INTEGER NOT NULL,
    reading TEXT NOT NULL,
    PRIMARY KEY (spot_check, reader, arm, position)
) WITHOUT ROWID;

CREATE TABLE steps (
    spot_check INTEGER NOT NULL REFERENCES spot_checks (id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    reader TEXT NOT NULL,
    arm TEXT NOT NULL,
    position INTEGER NOT NULL,
    at TEXT NOT NULL,
    before TEXT NOT NULL,
    after TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (spot_check, step)
) WITHOUT ROWID;

CREATE TABLE adjudications (
    spot_check INTEGER NOT NULL REFERENCES spot_checks (id) ON DELETE CASCADE,
    arm TEXT NOT NULL,
    position INTEGER NOT NULL,
    adjudication TEXT NOT NULL,
    PRIMARY KEY (spot_check, arm, position)
) WITHOUT ROWID;

CREATE TABLE kept (
    spot_check INTEGER NOT NULL REFERENCES spot_checks (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (spot_check, number)
) WITHOUT ROWID;
