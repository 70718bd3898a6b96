-- The database of the first release, as its own `paperformer serve` made it: `.schema` of the file.
CREATE TABLE documents (
  number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  file TEXT NOT NULL,
  name TEXT NOT NULL,
  media TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  state TEXT NOT NULL,
  attempt TEXT,
  attempts INTEGER NOT NULL,
  options TEXT NOT NULL,
  webhook TEXT,
  created DOUBLE NOT NULL,
  finished DOUBLE,
  reviewed BOOLEAN NOT NULL,
  pages INTEGER,
  first_page INTEGER NOT NULL,
  part_of TEXT,
  duplicate_of TEXT,
  doubt DOUBLE,
  level TEXT,
  supplier_name TEXT,
  document_number TEXT,
  total_incl_vat TEXT,
  currency TEXT,
  document_date TEXT,
  same_as TEXT,
  searched TEXT NOT NULL,
  error_title TEXT,
  error_detail TEXT,
  model_name TEXT,
  model_version TEXT,
  UNIQUE (id)
);
CREATE INDEX documents_by_same_as ON documents (same_as);
CREATE INDEX documents_by_file ON documents (file);
CREATE INDEX documents_by_created ON documents (created);
CREATE INDEX documents_by_state ON documents (state, number);
CREATE INDEX documents_by_sha256 ON documents (sha256);
CREATE TABLE pages (
  file TEXT NOT NULL,
  number INTEGER NOT NULL,
  first_word INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (file, number)
);
CREATE TABLE api_keys (
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  scope TEXT NOT NULL,
  created DOUBLE NOT NULL,
  expires DOUBLE,
  revoked DOUBLE,
  last_used DOUBLE,
  PRIMARY KEY (id)
);
CREATE TABLE audit_log (
  number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  at DOUBLE NOT NULL,
  "key" TEXT,
  key_name TEXT,
  address TEXT,
  action TEXT NOT NULL,
  subject TEXT,
  detail TEXT
);
CREATE TABLE models (
  number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  folder TEXT NOT NULL,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  promoted DOUBLE NOT NULL
);
CREATE TABLE document_tags (
  document TEXT NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (document, tag),
  FOREIGN KEY(document) REFERENCES documents (id) ON DELETE CASCADE
);
CREATE INDEX ix_document_tags_tag ON document_tags (tag);
CREATE TABLE extractions (
  document TEXT NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (document),
  FOREIGN KEY(document) REFERENCES documents (id) ON DELETE CASCADE
);
CREATE TABLE feedback (
  document TEXT NOT NULL,
  content TEXT NOT NULL,
  confirmed BOOLEAN NOT NULL,
  saved DOUBLE NOT NULL,
  saved_by TEXT,
  PRIMARY KEY (document),
  FOREIGN KEY(document) REFERENCES documents (id) ON DELETE CASCADE
);
CREATE TABLE field_outcomes (
  document TEXT NOT NULL,
  field TEXT NOT NULL,
  outcome TEXT NOT NULL,
  at DOUBLE NOT NULL,
  PRIMARY KEY (document, field),
  FOREIGN KEY(document) REFERENCES documents (id) ON DELETE CASCADE
);
CREATE INDEX field_outcomes_by_time ON field_outcomes (at);
CREATE TABLE sessions (
  sha256 TEXT NOT NULL,
  "key" TEXT NOT NULL,
  csrf_token TEXT NOT NULL,
  expires DOUBLE NOT NULL,
  PRIMARY KEY (sha256),
  FOREIGN KEY("key") REFERENCES api_keys (id) ON DELETE CASCADE
);
CREATE TABLE webhook_deliveries (
  number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  document TEXT NOT NULL,
  url TEXT NOT NULL,
  tries INTEGER NOT NULL,
  next_try DOUBLE NOT NULL,
  UNIQUE (document),
  FOREIGN KEY(document) REFERENCES documents (id) ON DELETE CASCADE
);
