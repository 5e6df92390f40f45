-- Times are ISO 8601 in UTC, as text: the same in both databases, and in order when sorted.
CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  family TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'demo')),
  name TEXT NOT NULL,
  start TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  rotated_at TEXT,
  revoked_at TEXT,
  last_used_at TEXT
);

-- Live and demo records live apart; their ids begin with the time, so they are in order of creation.
CREATE TABLE live_records (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  key_id TEXT NOT NULL REFERENCES keys (id),
  created_at TEXT NOT NULL
);

CREATE TABLE demo_records (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  key_id TEXT NOT NULL REFERENCES keys (id),
  created_at TEXT NOT NULL
);

-- Which record a retry gets back. The record's fields stand here too, so that one look-up answers.
CREATE TABLE idempotency (
  family TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  record_id TEXT NOT NULL,
  record_created_at TEXT NOT NULL,
  PRIMARY KEY (family, idempotency_key)
);

CREATE INDEX idempotency_age ON idempotency (record_created_at);
