import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { t } from '../../../language/text.ts';
import type { Faults } from '../../../server/readable.ts';
import { lazyPage } from '../../../shared/navigation/lazy-page.tsx';
import { isLoopFault } from './flow-faults.ts';
import type { FlowEdit } from './flow-graph.tsx';
import type { FlowNames } from './flow-words.ts';
import { graphOf, loopThrough } from './graph-model.ts';

const FlowGraph = lazyPage(() => import('./flow-graph.tsx').then(({ FlowGraph }) => FlowGraph));

interface FlowDrawingProps {
  readonly names: FlowNames;
  /** Key of the step with which a call begins. */
  readonly opening: string | undefined;
  /** Key of the step whose fields are shown. */
  readonly open: string | undefined;
  readonly faults: Faults;
  readonly onOpen: (key: string) => void;
  /** Undefined for people who may not change the flow. */
  readonly edit: FlowEdit | undefined;
}

/** The section with the drawing. A loop that the server refused is marked in it. */
export function FlowDrawing({ names, opening, open, faults, onOpen, edit }: FlowDrawingProps) {
  const graph = useMemo(() => graphOf(names, opening), [names, opening]);
  const looping = names.steps.find((_, index) => isLoopFault(faults, index));
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="flow-drawing">
      <Title order={2} size="h4" id="flow-drawing">
        {t('Drawing')}
      </Title>
      <Text size="sm" className="quiet" mb="sm">
        {edit === undefined
          ? t('The list below says the same in words.')
          : t(
              'Choose a step to edit it, or drag from one step to another to add a branch. The list below says the same in words.',
            )}
      </Text>
      {edit !== undefined && (
        <Text size="sm" className="quiet" mb="sm" visibleFrom="sm">
          {t(
            'By keyboard: arrow keys go from step to step, Enter edits, N adds a step with a branch to it, B begins a branch that Enter on another step ends, Delete takes the step out, Ctrl+Z undoes the last change.',
          )}
        </Text>
      )}
      <Suspense fallback={<Skeleton height={340} />}>
        <FlowGraph
          graph={graph}
          open={open}
          loop={looping === undefined ? [] : loopThrough(names.steps, looping)}
          onOpen={({ key }) => onOpen(key)}
          edit={edit}
        />
      </Suspense>
    </Paper>
  );
}
