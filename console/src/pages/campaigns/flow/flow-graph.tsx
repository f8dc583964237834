import dagre from '@dagrejs/dagre';
import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  Background,
  BaseEdge,
  Controls,
  type Edge,
  type EdgeProps,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { t } from '../../../language/text.ts';
import { commandOf, drawingShortcuts, nextSpot, type Spot } from './drawing-keys.ts';
import styles from './flow-graph.module.css';
import type { Graph, GraphNode } from './graph-model.ts';
import type { StepDraft } from './step-draft.ts';

export interface FlowGraphProps {
  readonly graph: Graph;
  /** Key of the step whose fields are shown. */
  readonly open: string | undefined;
  /** Keys of the steps of a loop to mark. */
  readonly loop: readonly string[];
  readonly onOpen: (step: StepDraft) => void;
  /** Undefined for people who may not change the flow. */
  readonly edit: FlowEdit | undefined;
}

/** Changes of a flow that a person makes in its drawing. */
export interface FlowEdit {
  /** Receives the keys of two steps that a person connected. */
  readonly onConnect: (from: string, to: string) => void;
  /** Adds a step to which a branch of this one leads. */
  readonly onAddAfter: (step: StepDraft) => void;
  readonly onRemove: (step: StepDraft) => void;
  readonly say: (words: string) => void;
}

const size = { width: 190, height: 66 } as const;
/** Longer conditions are read in the list. */
const longestLabel = 30;
const labelSize = { width: 150, height: 16 } as const;
const countSize = { width: 24, height: 16 } as const;
const noSize = { width: 0, height: 0 } as const;
const nowhere = { path: '', labelX: 0, labelY: 0 } as const;

type WayEdge = Edge<{ readonly path: string; readonly labelX: number; readonly labelY: number }>;

type PlaceNode = Node<{
  readonly place: GraphNode;
  readonly isAcross: boolean;
  readonly isOpen: boolean;
  readonly isInLoop: boolean;
  readonly mayConnect: boolean;
  readonly isSource: boolean;
  readonly onChoose: (step: StepDraft) => void;
  readonly onKey: (step: StepDraft, event: KeyboardEvent<HTMLElement>) => void;
}>;

/** The flow as a drawing. The list of steps says the same in words. */
export function FlowGraph({ graph, open, loop, onOpen, edit }: FlowGraphProps) {
  const isAcross = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const scheme = useComputedColorScheme('light');
  const { places, ways, extent } = useMemo(() => layoutOf(graph, isAcross), [graph, isAcross]);
  const spots = graph.nodes.flatMap(({ id, step }) =>
    step === undefined ? [] : [{ id, ...(places.get(id) ?? origin) }],
  );
  const { source, onChoose, onKey } = useDrawingKeys({ spots, onOpen, edit });
  const inLoop = new Set(loop);
  const nodes: PlaceNode[] = graph.nodes.map((place) => ({
    id: place.id,
    type: 'place',
    position: places.get(place.id) ?? origin,
    ...size,
    data: {
      place,
      isAcross,
      isOpen: place.id === open,
      isInLoop: inLoop.has(place.id),
      mayConnect: edit !== undefined,
      isSource: place.id === source,
      onChoose,
      onKey,
    },
  }));
  const edges: WayEdge[] = graph.edges.map(({ id, from, to, label, reached }) => ({
    id,
    source: from,
    target: to,
    type: 'way',
    data: ways.get(id) ?? nowhere,
    // A narrow drawing has no room between its steps.
    ...labelOf(label, reached, isAcross),
    ...(inLoop.has(from) && inLoop.has(to) ? { className: styles.loop } : {}),
    markerEnd: { type: MarkerType.ArrowClosed },
    domAttributes: { 'aria-hidden': true },
  }));
  return (
    <div className={styles.frame}>
      <ReactFlow
        // A drawing of another extent is fitted into its frame again.
        key={extent}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        colorMode={scheme}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: { x: '16px', top: '16px', bottom: '52px' } }}
        minZoom={0.2}
        nodesDraggable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        nodesConnectable={edit !== undefined}
        onConnect={({ source: from, target }) => edit?.onConnect(from, target)}
        zoomOnScroll={false}
        preventScrolling={false}
        deleteKeyCode={null}
        ariaLabelConfig={controlLabels}
      >
        <Background />
        <Controls showInteractive={false} orientation="horizontal" />
      </ReactFlow>
    </div>
  );
}

const controlLabels = {
  'controls.ariaLabel': t('Size of the drawing'),
  'controls.zoomIn.ariaLabel': t('Larger'),
  'controls.zoomOut.ariaLabel': t('Smaller'),
  'controls.fitView.ariaLabel': t('Show all of it'),
};

const origin = { x: 0, y: 0 } as const;

interface DrawingKeys {
  readonly spots: readonly Spot[];
  readonly onOpen: FlowGraphProps['onOpen'];
  readonly edit: FlowEdit | undefined;
}

/** Lets a person move among the steps of the drawing and change them by keyboard. */
function useDrawingKeys({ spots, onOpen, edit }: DrawingKeys) {
  /** The step from which a branch was begun. */
  const [source, setSource] = useState<string>();

  function onChoose(step: StepDraft): void {
    if (source === undefined || edit === undefined) return onOpen(step);
    setSource(undefined);
    edit.onConnect(source, step.key);
  }

  function onKey(step: StepDraft, event: KeyboardEvent<HTMLElement>): void {
    const next = nextSpot(spots, step.key, event.key);
    const command = edit === undefined ? undefined : commandOf(event);
    if (next === undefined && command === undefined) return;
    if (next !== undefined) focusPlace(next);
    else if (command === 'add') edit?.onAddAfter(step);
    else if (command === 'remove') {
      const other = spots.find(({ id }) => id !== step.key);
      if (source === step.key) setSource(undefined);
      edit?.onRemove(step);
      if (other !== undefined) requestAnimationFrame(() => focusPlace(other.id));
    } else {
      setSource(command === 'branch' ? step.key : undefined);
      if (command === 'branch')
        edit?.say(
          t('A branch begins at {id}. Go to the step that it leads to and press Enter. Escape cancels.', {
            id: step.id,
          }),
        );
      else if (source !== undefined) edit?.say(t('No branch was added.'));
    }
    event.preventDefault();
  }

  return { source, onChoose, onKey };
}

const focusPlace = (key: string): void => document.querySelector<HTMLElement>(`[data-place="${key}"]`)?.focus();

/** Returns the label of a way with the number of runs that took it. */
function labelOf(label: string, reached: number | undefined, isAcross: boolean): { readonly label?: string } {
  const count = reached === undefined ? '' : `${reached}×`;
  const words = isAcross ? short(label) : '';
  const text = [words, count].filter((part) => part !== '').join(' · ');
  return text === '' ? {} : { label: text };
}

const short = (label: string): string =>
  label.length > longestLabel ? `${label.slice(0, longestLabel - 1).trimEnd()}…` : label;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns where the nodes stand, which way the edges go so that none runs behind a node, and the size of all. */
function layoutOf({ nodes, edges }: Graph, isAcross: boolean) {
  const layout = new dagre.graphlib.Graph({ multigraph: true });
  layout.setGraph({ rankdir: isAcross ? 'LR' : 'TB', nodesep: 36, ranksep: 60, edgesep: 16 });
  for (const { id } of nodes) layout.setNode(id, { ...size });
  for (const { id, from, to, label, reached } of edges) {
    const space = isAcross && label !== '' ? labelSize : reached === undefined ? noSize : countSize;
    layout.setEdge(from, to, { ...space, labelpos: 'c' }, id);
  }
  dagre.layout(layout);
  const places = nodes.map(({ id }) => {
    const { x, y } = layout.node(id) as Point;
    return [id, { x: x - size.width / 2, y: y - size.height / 2 }] as const;
  });
  const ways = edges.map(({ id, from, to }) => {
    const {
      points,
      x = 0,
      y = 0,
    } = layout.edge(from, to, id) as Partial<Point> & { readonly points: readonly Point[] };
    return [id, { path: pathThrough(points), labelX: x, labelY: y }] as const;
  });
  const { width = 0, height = 0 } = layout.graph();
  return { places: new Map(places), ways: new Map(ways), extent: `${Math.round(width)} ${Math.round(height)}` };
}

/** Returns a path whose corners at the points are rounded. */
function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (first === undefined || last === undefined) return '';
  const curves = rest.map((point, index) => {
    const next = rest[index + 1];
    const end = next === undefined ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q ${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return [`M ${first.x} ${first.y}`, ...(curves.length === 0 ? [`L ${last.x} ${last.y}`] : curves)].join(' ');
}

const Way = ({ data, label, markerEnd }: EdgeProps<WayEdge>) => (
  <BaseEdge label={label} {...(data ?? nowhere)} {...(markerEnd === undefined ? {} : { markerEnd })} />
);

function Place({ data }: NodeProps<PlaceNode>) {
  const { place, isAcross, isOpen, isInLoop, mayConnect, isSource, onChoose, onKey } = data;
  const { kind, title, detail, step, reached } = place;
  const handle = { isConnectable: mayConnect && kind === 'step', className: styles.handle };
  const words = (
    <>
      <span className={styles.head}>
        <span className={styles.title}>{title}</span>
        {reached !== undefined && (
          <span className={styles.count} data-missed={reached === 0 || undefined}>
            {reached}×
          </span>
        )}
      </span>
      <span className={styles.detail}>{detail}</span>
    </>
  );
  const look = {
    className: styles.place,
    'data-kind': kind,
    'data-loop': isInLoop || undefined,
    'data-source': isSource || undefined,
  };
  return (
    <>
      {kind !== 'start' && <Handle type="target" position={isAcross ? Position.Left : Position.Top} {...handle} />}
      {step === undefined ? (
        <div {...look}>{words}</div>
      ) : (
        <button
          type="button"
          {...look}
          className={`${styles.place} nopan`}
          aria-pressed={isOpen}
          data-place={step.key}
          {...(mayConnect ? { 'aria-keyshortcuts': drawingShortcuts } : {})}
          onClick={() => onChoose(step)}
          onKeyDown={(event) => onKey(step, event)}
        >
          {words}
        </button>
      )}
      {kind !== 'end' && <Handle type="source" position={isAcross ? Position.Right : Position.Bottom} {...handle} />}
    </>
  );
}

/** Outside of the component: the library draws all nodes again for another object. */
const nodeTypes = { place: Place };
const edgeTypes = { way: Way };
