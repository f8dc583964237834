import { expect, test } from 'vitest';
import { createReasoningHabit } from '../../media/agent/openai/reasoning-habit.ts';

test('a model that marks only the end of its reasoning is held back until it stops doing so', () => {
  const habit = createReasoningHabit();
  expect(habit.omitsStart).toBe(false);
  habit.completed(false);
  expect(habit.omitsStart).toBe(false);
  habit.completed(true);
  habit.completed(false);
  expect(habit.omitsStart).toBe(true);
  habit.completed(true);
  habit.completed(false);
  habit.completed(false);
  expect(habit.omitsStart).toBe(false);
});
