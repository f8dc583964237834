import { type ComponentType, lazy } from 'react';

/** Functions that each reload one page that failed to load. */
const retries = new Set<() => void>();

/** A page whose code loads when it is first shown, and again after a failure once the boundary is reset. */
export function lazyPage<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        retries.add(() => {
          Page = attempt();
        });
        throw error;
      }
    });
  let Page = attempt();
  return (props: P) => <Page {...props} />;
}

/** Makes failed pages load again when they are shown next. */
export function retryFailed(): void {
  for (const retry of retries) retry();
  retries.clear();
}
