/** A statement of a migration. One that is optional is passed over where the engine does not know it. */
export type MigrationStatement = string | { readonly text: string; readonly isOptional: true };

/**
 * Statements that are executed one by one, each in a transaction of its own, and each so that it can be executed again.
 * A migration that was released is never changed: its digests stand in databases.
 */
export type Migration = { readonly name: string; readonly statements: readonly MigrationStatement[] };
