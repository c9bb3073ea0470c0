-- The audit record: one chain of signed entries. `run`, `file` and `event` are read out of the body, so that nothing
-- stands beside it. And, apart from it, keyed hashes of the words that the texts of patients hold.
--
-- A line `-- version N` begins the statements that lead to version N of the tables. Never change one that was released:
-- add the next.

-- version 1

CREATE TABLE record (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL,
    signature TEXT NOT NULL,
    run TEXT GENERATED ALWAYS AS (json_extract(body, '$.run')) VIRTUAL,
    file TEXT GENERATED ALWAYS AS (json_extract(body, '$.public.file')) VIRTUAL,
    event TEXT GENERATED ALWAYS AS (json_extract(body, '$.event')) VIRTUAL
);

CREATE INDEX record_by_run ON record (run, kind);

CREATE INDEX record_by_file ON record (file, kind);

CREATE UNIQUE INDEX record_by_event ON record (event);

CREATE TRIGGER record_stays BEFORE UPDATE ON record
    BEGIN SELECT RAISE(ABORT, 'the record is not changed'); END;

CREATE TRIGGER record_lasts BEFORE DELETE ON record
    BEGIN SELECT RAISE(ABORT, 'the record is not shortened'); END;

-- version 2: by surrogate key and keyed id of a patient, which words each run came to know of their texts, so that no
-- surrogate is one of them (`surrogates/patient_words.py`)

CREATE TABLE patient_words (
    key TEXT NOT NULL,
    patient TEXT NOT NULL,
    number INTEGER NOT NULL,
    words BLOB NOT NULL,
    PRIMARY KEY (key, patient, number)
) WITHOUT ROWID;
