import { useMergedRef } from '@mantine/hooks';
import type { Ref } from 'react';

/** `useMergeRefs` of Floating UI, without the rest of it. */
export const useMergeRefs = <T>(refs: readonly Ref<T>[]) => useMergedRef(...refs);
