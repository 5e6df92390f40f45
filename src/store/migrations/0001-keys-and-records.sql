-- Times are ISO 8601 text in UTC: the same in both databases, and sorted as text they are in chronological order.
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

-- Live and demo records have separate tables. Record ids start with the time, so they sort by creation time.
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

-- The record that a retry returns. The record's fields are repeated here, so that a retry needs only one lookup.
CREATE TABLE idempotency (
  family TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  record_id TEXT NOT NULL,
  record_created_at TEXT NOT NULL,
  PRIMARY KEY (family, idempotency_key)
);

CREATE INDEX idempotency_age ON idempotency (record_created_at);
