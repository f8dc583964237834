/** A branch of a flow that another agent continues. */
type Branch = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the config with each branch to another agent changed. Everything else is kept, also where it is not valid. */
export function withBranchAgents(config: unknown, change: (agent: string, branch: Branch) => Branch): unknown {
  if (!isObject(config) || !Array.isArray(config.goals)) return config;
  const goals = config.goals.map((goal: unknown) =>
    isObject(goal) && Array.isArray(goal.next)
      ? {
          ...goal,
          next: goal.next.map((branch: unknown) =>
            isObject(branch) && typeof branch.agent === 'string' ? change(branch.agent, branch) : branch,
          ),
        }
      : goal,
  );
  return { ...config, goals };
}

/** Returns the agents to which branches of configs lead, once each. */
export function branchAgentsIn(configs: readonly unknown[]): readonly string[] {
  const agents = new Set<string>();
  for (const config of configs)
    withBranchAgents(config, (agent, branch) => {
      agents.add(agent);
      return branch;
    });
  return [...agents];
}

/** Returns the branch without its agent: the same one continues, or takes a message. */
export const withoutAgent = ({ agent: _, ...branch }: Branch): Branch => ({ go: 'message', ...branch });
