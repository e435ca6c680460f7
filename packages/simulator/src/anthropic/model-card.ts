const yes = { supported: true };
const no = { supported: false };

/** The capabilities of a model, as the vendor describes them. */
export const modelCard = (id: string): object => ({
  type: 'model',
  id,
  display_name: 'Simulated model',
  created_at: '2026-08-01T00:00:00Z',
  lifecycle: 'active',
  line: 'sonnet',
  max_input_tokens: 1_000_000,
  max_tokens: 128_000,
  deprecated_at: null,
  retires_at: null,
  capabilities: {
    batch: yes,
    citations: yes,
    code_execution: yes,
    image_input: yes,
    pdf_input: yes,
    structured_outputs: yes,
    thinking: { ...yes, types: { adaptive: yes, between_tools: no, disabled: yes, enabled: no } },
  },
});
