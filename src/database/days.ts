// Recorded calls by the day on which the database took them: a table for each, so that old days go
// at once, as whole tables. The clocks of those who record play no part.

/**
 * Makes what was one table in older layouts the rest of those by day: what no day has. Its rows
 * count as taken when it is done.
 */
const REST_OF_OLDER = `
  DO $$
  DECLARE name text;
  BEGIN
    IF (SELECT relkind FROM pg_class WHERE oid = to_regclass('calls')) = 'r' THEN
      ALTER TABLE calls DROP CONSTRAINT calls_pkey;
      ALTER TABLE calls ADD COLUMN kept timestamptz NOT NULL DEFAULT now();
      FOR name IN SELECT indexname FROM pg_indexes
        WHERE schemaname = current_schema() AND tablename = 'calls'
      LOOP
        EXECUTE format('ALTER INDEX %I RENAME TO %I', name, replace(name, 'calls', 'calls_rest'));
      END LOOP;
      ALTER TABLE calls RENAME TO calls_rest;
    END IF;
  END $$`;

/** "words" and "path", "query" and "law" are folded. Long words are not in the index. */
const CALLS = `
  CREATE TABLE IF NOT EXISTS calls (
    recording integer NOT NULL, seq integer NOT NULL, at double precision NOT NULL,
    elapsed double precision NOT NULL, resource text, operation text, source smallint NOT NULL,
    verdict smallint NOT NULL, status integer, method text NOT NULL, target text NOT NULL,
    path text NOT NULL, query text NOT NULL, law text, problem text,
    request_bytes double precision NOT NULL, reply_bytes double precision NOT NULL,
    altered boolean NOT NULL, world text, replica text, chars integer NOT NULL,
    words text, long_words text, recorded text NOT NULL, kept timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (recording, seq, kept)) PARTITION BY RANGE (kept)`;

/** Nothing is refused because a day has no table. */
const REST = `
  DO $$
  BEGIN
    IF to_regclass('calls_rest') IS NULL THEN
      CREATE TABLE calls_rest PARTITION OF calls DEFAULT;
    ELSIF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = 'calls_rest'::regclass) THEN
      ALTER TABLE calls ATTACH PARTITION calls_rest DEFAULT;
    END IF;
  END $$`;

/** Since layout 6: the time until the first byte. Rows are not touched, and calls of older layouts have none. */
const FIRST_BYTE = 'ALTER TABLE calls ADD COLUMN IF NOT EXISTS first_byte double precision';

/** Those who record need no right to make and remove tables: these do it with those of the owner. */
function functions(schema: string): readonly string[] {
  const how = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = "${schema}", pg_temp SET lock_timeout = '1s'`;
  const mayDelete = `
    IF NOT has_table_privilege(session_user, 'calls', 'DELETE') THEN
      RAISE insufficient_privilege;
    END IF;`;
  return [
    `CREATE OR REPLACE FUNCTION make_days() RETURNS void ${how} AS $$
    DECLARE day date;
    BEGIN ${mayDelete}
      FOR day IN SELECT (now() AT TIME ZONE 'UTC')::date + n FROM generate_series(0, 1) AS n LOOP
        IF to_regclass('calls_' || to_char(day, 'YYYYMMDD')) IS NULL THEN
          BEGIN
            EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF calls FOR VALUES FROM (%L) TO (%L)',
              'calls_' || to_char(day, 'YYYYMMDD'), day || ' 00:00+00', day + 1 || ' 00:00+00');
          EXCEPTION WHEN check_violation THEN
            -- The rest has calls of this day already.
          END;
        END IF;
      END LOOP;
    END $$`,
    `CREATE OR REPLACE FUNCTION drop_days(given integer, before timestamptz, much bigint)
    RETURNS bigint ${how} AS $$
    DECLARE
      name text;
      has_others boolean;
      found bigint;
      freed bigint := 0;
    BEGIN ${mayDelete}
      FOR name IN SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'calls'::regclass AND relname ~ '^calls_[0-9]{8}$'
        AND right(relname, 8) < to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD') ORDER BY relname
      LOOP
        EXECUTE format('SELECT COALESCE(sum(chars), 0) FROM %I WHERE recording = $1', name)
          INTO found USING given;
        CONTINUE WHEN right(name, 8) >= to_char(before AT TIME ZONE 'UTC', 'YYYYMMDD') IS NOT FALSE
          AND freed + found > much;
        EXECUTE format('SELECT EXISTS (SELECT FROM %1$I WHERE recording < $1)
          OR EXISTS (SELECT FROM %1$I WHERE recording > $1)', name) INTO has_others USING given;
        IF NOT has_others THEN EXECUTE format('DROP TABLE %I', name);
        ELSIF found > 0 THEN
          EXECUTE format('DELETE FROM %I WHERE recording = $1', name) USING given;
        END IF;
        freed := freed + found;
      END LOOP;
      IF freed > 0 THEN
        DELETE FROM notes WHERE recording = given
          AND seq < COALESCE((SELECT min(seq) FROM calls WHERE recording = given), 2147483647);
      END IF;
      RETURN freed;
    END $$`,
  ];
}

/** Returns the statements that make the tables of recorded calls, or make older ones into them. */
export function creationOfCalls(schema: string): readonly string[] {
  return [REST_OF_OLDER, CALLS, REST, FIRST_BYTE, ...functions(schema)];
}
