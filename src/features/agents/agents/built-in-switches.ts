import { z } from 'zod';
import { builtInToolNames } from '../../../../media/agent/openai/built-in/registry.ts';

/** Tools without an endpoint, and whether an agent has them by default. A callback is a promise that it has to allow. */
const defaults: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(builtInToolNames.map((name) => [name, true])),
  schedule_callback: false,
};

/** Whether the agent has each built-in tool. One that is not named has its default. */
export const builtInSwitches = z.strictObject(
  Object.fromEntries(Object.entries(defaults).map(([name, isOn]) => [name, z.boolean().default(isOn)])),
);
export type BuiltInSwitches = Readonly<Record<string, boolean>>;

/** Returns switches as an object, not yet checked. A list has the names of tools that are on besides the defaults. */
export const namedSwitches = (switches: unknown): unknown =>
  Array.isArray(switches)
    ? Object.fromEntries(switches.map((name: unknown) => [String(name), true]))
    : (switches ?? {});

/** Reads stored switches. Null means the defaults. */
export const storedSwitches = (stored: unknown): BuiltInSwitches => builtInSwitches.parse(namedSwitches(stored));
