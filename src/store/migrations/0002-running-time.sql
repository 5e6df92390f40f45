-- How long processes have served from this database, by their monotonic clocks. Wall clocks jump; this one never runs
-- faster than time passes, so that no idempotency key expires early.
CREATE TABLE running_time (
  seconds INTEGER NOT NULL
);

INSERT INTO running_time (seconds) VALUES (0);

-- The running time when the key was stored.
ALTER TABLE idempotency ADD COLUMN stored_at_second INTEGER NOT NULL DEFAULT 0;

DROP INDEX idempotency_age;

CREATE INDEX idempotency_age ON idempotency (stored_at_second);
