/**
 * Waits for statements that were sent at once. Rejects with the first failure once nothing is in progress: a statement
 * must not come after the end of its transaction.
 */
export async function allSettled(statements: readonly Promise<unknown>[]): Promise<void> {
  const failures: unknown[] = [];
  await Promise.all(statements.map((statement) => statement.catch((error: unknown) => void failures.push(error))));
  if (failures.length > 0) throw failures[0];
}
