const words = 256;

/**
 * A real model; a job is a batch, and one run of a large batch spends seconds inside the native library.
 *
 * @type {import('../../media/line/engine.ts').CreateEngine<string, number, string>}
 */
export const createEngine = async (model, open) => {
  const session = await open(model);
  return {
    async *run(batch) {
      /** @returns {import('../../media/line/engine.ts').Tensor} */
      const filled = (/** @type {bigint} */ value) => ({
        type: 'int64',
        dims: [batch, words],
        data: new BigInt64Array(batch * words).fill(value),
      });
      await session.run({
        input_ids: filled(1000n),
        attention_mask: filled(1n),
        token_type_ids: filled(0n),
      });
      yield 'done';
    },
    close: async () => session.close(),
  };
};
