const text = 'text' as const;
const number = 'number' as const;

/** The tables of what staff look after for a partner, whose rows have ledgers of their own; see `tables.ts`. */
export const administrationTables = {
  /** The machine clients that staff have created. Their content is sealed together with their owner. */
  clients: {
    columns: {
      partner_key: text,
      team_key: text,
      version: number,
      created_at: text,
      updated_at: text,
      data: text,
    },
    unique: [],
    erasedBy: null,
  },
  /**
   * Drafts of policies. A draft's content is sealed with its owner, state and version; its newest back-test is written
   * by itself, and sealed with its own generation and time.
   */
  policy_drafts: {
    columns: {
      partner_key: text,
      status: text,
      version: number,
      created_at: text,
      updated_at: text,
      data: text,
      test_generation: number,
      test_until: text,
      back_test: text,
    },
    unique: [],
    erasedBy: null,
  },
} as const;
