// Run by PocketBase as a migration: executes the statements in the files of a folder. It leaves nothing in the schema.
migrate(
  (app) => {
    const folder = $os.getenv('BENCH_FILES');
    for (const entry of $os.readDir(folder)) {
      const path = `${folder}/${entry.name()}`;
      const { sql, rows } = JSON.parse(toString($os.readFile(path)));
      app.db().newQuery(sql).bind({ rows }).execute();
      $os.remove(path);
    }
  },
  () => {},
);
