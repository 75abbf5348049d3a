CREATE SCHEMA IF NOT EXISTS "first";
SET search_path = first, public;
CREATE TABLE IF NOT EXISTS facts (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE IF NOT EXISTS entries (
  world text NOT NULL, number bigint NOT NULL, id uuid NOT NULL, changes text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (world, number));
CREATE TABLE IF NOT EXISTS images (
  world text PRIMARY KEY, number bigint NOT NULL, image text NOT NULL,
  at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS uses (
  world text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(),
  who text, replica text NOT NULL, what text NOT NULL);
CREATE TABLE IF NOT EXISTS recordings (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
  total integer NOT NULL DEFAULT 0, dropped bigint NOT NULL DEFAULT 0,
  chars bigint NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS writers (
  id uuid PRIMARY KEY, batch integer NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
  facts text NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE IF NOT EXISTS parts (
  run integer NOT NULL REFERENCES runs ON DELETE CASCADE, place integer NOT NULL,
  resource text NOT NULL, weight integer NOT NULL, attempt integer NOT NULL DEFAULT 0,
  worker text, until timestamptz, report text, PRIMARY KEY (run, place));
ALTER TABLE parts ADD COLUMN IF NOT EXISTS is_last boolean NOT NULL DEFAULT true;
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
  END $$;
CREATE TABLE IF NOT EXISTS calls (
  recording integer NOT NULL, seq integer NOT NULL, at double precision NOT NULL,
  elapsed double precision NOT NULL, resource text, operation text, source smallint NOT NULL,
  verdict smallint NOT NULL, status integer, method text NOT NULL, target text NOT NULL,
  path text NOT NULL, query text NOT NULL, law text, problem text,
  request_bytes double precision NOT NULL, reply_bytes double precision NOT NULL,
  altered boolean NOT NULL, world text, replica text, chars integer NOT NULL,
  words text, long_words text, recorded text NOT NULL, kept timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (recording, seq, kept)) PARTITION BY RANGE (kept);
DO $$
  BEGIN
  IF to_regclass('calls_rest') IS NULL THEN
  CREATE TABLE calls_rest PARTITION OF calls DEFAULT;
  ELSIF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = 'calls_rest'::regclass) THEN
  ALTER TABLE calls ATTACH PARTITION calls_rest DEFAULT;
  END IF;
  END $$;
ALTER TABLE calls ADD COLUMN IF NOT EXISTS first_byte double precision;
CREATE OR REPLACE FUNCTION make_days() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = "first", pg_temp SET lock_timeout = '1s' AS $$
  DECLARE day date;
  BEGIN
  IF NOT has_table_privilege(session_user, 'calls', 'DELETE') THEN
  RAISE insufficient_privilege;
  END IF;
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
  END $$;
CREATE OR REPLACE FUNCTION drop_days(given integer, before timestamptz, much bigint)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = "first", pg_temp SET lock_timeout = '1s' AS $$
  DECLARE
  name text;
  has_others boolean;
  found bigint;
  freed bigint := 0;
  BEGIN
  IF NOT has_table_privilege(session_user, 'calls', 'DELETE') THEN
  RAISE insufficient_privilege;
  END IF;
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
  END $$;
CREATE INDEX IF NOT EXISTS calls_at ON calls (recording, at);
CREATE INDEX IF NOT EXISTS calls_failing ON calls (recording, seq) WHERE status >= 400;
CREATE INDEX IF NOT EXISTS calls_failed ON calls (recording, seq) WHERE status IS NULL;
CREATE INDEX IF NOT EXISTS calls_violating ON calls (recording, seq) WHERE verdict = 1;
CREATE INDEX IF NOT EXISTS calls_world ON calls (recording, world) WHERE world IS NOT NULL;
CREATE INDEX IF NOT EXISTS calls_long ON calls (recording, seq) WHERE long_words IS NOT NULL;
CREATE TABLE IF NOT EXISTS notes (
  recording integer NOT NULL, seq integer NOT NULL, tags text[] NOT NULL, note text NOT NULL,
  folded text NOT NULL, PRIMARY KEY (recording, seq));
INSERT INTO facts (name, value) VALUES ('layout', '6');
INSERT INTO recordings (id, name, total, dropped, chars) OVERRIDING SYSTEM VALUE VALUES (1, 'calls', 2, '0', '2970');
INSERT INTO calls (recording, seq, at, elapsed, resource, operation, source, verdict, status, method, target, path, query, law, problem, request_bytes, reply_bytes, altered, world, replica, chars, words, long_words, recorded, first_byte) VALUES (1, 1, 1795712900771, 4.339508999999907, 'users', 'read', 0, 0, 200, 'GET', '/users/1', '/users/1', '', NULL, NULL, 0, 164, false, NULL, 'host:44017', 1514, 'get /users/1
host: 127.0.0.1:44017
connection: keep-alive
accept: */*
accept-language: *
sec-fetch-mode: cors
user-agent: node
accept-encoding: gzip, deflate
content-type: application/json
etag: "puab3eu8h1"

{"id":1,"name":"ada kowalska","email":"8fe619383288f3f3@redacted.example","ispremium":true,"skills":["typescript","sql"],"address":{"city":"kraków","district":"kazimierz"}}', NULL, '{"seq":1,"at":1795712900771,"elapsedMs":4.339508999999907,"source":"mock","resource":"users","operation":"read","request":{"method":"GET","path":"/users/1","query":"","headers":[["host","127.0.0.1:44017"],["connection","keep-alive"],["accept","*/*"],["accept-language","*"],["sec-fetch-mode","cors"],["user-agent","node"],["accept-encoding","gzip, deflate"]],"body":{"kind":"none"}},"reply":{"status":200,"headers":[["content-type","application/json"],["etag","\"puab3eu8h1\""]],"body":{"kind":"text","text":"{\"id\":1,\"name\":\"Ada Kowalska\",\"email\":\"8fe619383288f3f3@redacted.example\",\"isPremium\":true,\"skills\":[\"typescript\",\"sql\"],\"address\":{\"city\":\"Kraków\",\"district\":\"Kazimierz\"}}","bytes":164,"cut":false}},"trouble":null,"verdict":"conforms","findings":[],"ruled":{"situation":{"value":"ok","by":"contract"},"status":{"value":200,"by":"read.status"},"headers":[{"name":"etag","value":"\"puab3eu8h1\"","by":"cache.validator"}],"content":{"kind":"record","by":"contract"},"effect":"none","detail":null},"mock":null,"history":[],"law":null,"original":null,"world":null,"service":null,"replica":"host:44017"}', NULL);
INSERT INTO calls (recording, seq, at, elapsed, resource, operation, source, verdict, status, method, target, path, query, law, problem, request_bytes, reply_bytes, altered, world, replica, chars, words, long_words, recorded, first_byte) VALUES (1, 2, 1795712900815, 0.5488149999999905, 'users', 'read', 0, 2, 404, 'GET', '/users/77', '/users/77', '', NULL, NULL, 0, 175, false, NULL, 'host:44017', 1456, 'get /users/77
host: 127.0.0.1:44017
connection: keep-alive
accept: */*
accept-language: *
sec-fetch-mode: cors
user-agent: node
accept-encoding: gzip, deflate
content-type: application/problem+json

{"type":"/__standin/problems/missing","title":"there is no such record","status":404,"detail":"there is no users/77","remedy":"get /users lists all records.","code":"missing"}', NULL, '{"seq":2,"at":1795712900815,"elapsedMs":0.5488149999999905,"source":"mock","resource":"users","operation":"read","request":{"method":"GET","path":"/users/77","query":"","headers":[["host","127.0.0.1:44017"],["connection","keep-alive"],["accept","*/*"],["accept-language","*"],["sec-fetch-mode","cors"],["user-agent","node"],["accept-encoding","gzip, deflate"]],"body":{"kind":"none"}},"reply":{"status":404,"headers":[["content-type","application/problem+json"]],"body":{"kind":"text","text":"{\"type\":\"/__standin/problems/missing\",\"title\":\"There is no such record\",\"status\":404,\"detail\":\"there is no users/77\",\"remedy\":\"GET /users lists all records.\",\"code\":\"missing\"}","bytes":175,"cut":false}},"trouble":null,"verdict":"not-shown","findings":[],"ruled":{"situation":{"value":"missing","by":"contract"},"status":{"value":404,"by":"missing.status"},"headers":[],"content":{"kind":"problem","by":"error.shape"},"effect":"none","detail":"there is no users/77"},"mock":null,"history":[],"law":null,"original":null,"world":null,"service":null,"replica":"host:44017"}', NULL);
