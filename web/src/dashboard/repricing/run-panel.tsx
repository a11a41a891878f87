import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RepricingRun } from '../../api/api-types.ts'
import { AGENTS, type Choices, CUSTOMERS } from '../../api/choices.ts'
import { repricingRunQuery } from '../../api/repricing-runs.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { CopyText } from '../../ui/values/copy-text.tsx'
import { formatCost, formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useChoice } from '../pickers/use-choice.ts'
import { useOrganization } from '../session/use-organization.ts'
import { RunActions } from './run-actions.tsx'
import { datesInWords, modelsInWords } from './run-in-words.ts'
import { RunLink } from './run-link.tsx'
import { RunStatus } from './run-status.tsx'

type Props = { runId: string; onClose: () => void }

/** A run next to the list: its progress until it ends, then its result. */
export default function RunPanel({ runId, onClose }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(repricingRunQuery(slug, runId))
  return (
    <SidePanel
      title={data ? titleOf(data) : 'Repricing run'}
      about={data ? modelsInWords(data) : undefined}
      row={runId}
      onClose={onClose}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={10} />}
      {data === null && <Text>This organization has no repricing run with this id.</Text>}
      {data && (
        <Stack gap="lg" align="flex-start">
          <Text role="status">{progressOf(data)}</Text>
          <Facts facts={resultOf(data)} />
          <RunActions run={data} />
          <Facts facts={detailsOf(data)} />
        </Stack>
      )}
    </SidePanel>
  )
}

const titleOf = (run: RepricingRun) =>
  run.reversesId === null ? datesInWords(run) : `Reversal, ${datesInWords(run)}`

/** Says in one sentence how far a run is. */
function progressOf({ state, eventCount, changedEventCount, reversedById }: RepricingRun): string {
  const done = `${formatCount(eventCount)} events read, ${formatCount(changedEventCount)} changed`
  if (reversedById !== null) return `Another run restores the costs. ${done}.`
  switch (state) {
    case 'queued':
      return 'It starts within a minute, or after an earlier run.'
    case 'running':
      return `It is running: ${done} so far.`
    case 'completed':
      return `It is done: ${done}.`
    case 'cancelled':
      return `It was cancelled: ${done}. What it changed stays.`
    case 'failed':
      return `It failed: ${done}. What it changed stays; start another run for the rest.`
  }
}

function resultOf(run: RepricingRun) {
  const { unknownEventCount, skippedEventCount } = run
  return [
    ['Status', <RunStatus key="s" run={run} />],
    ['Events', formatCount(run.eventCount)],
    ['With another rate', formatCount(run.repricedEventCount)],
    ['With another cost', formatCount(run.changedEventCount)],
    ['Cost before', formatCost(run.costBefore)],
    ['Cost after', formatCost(run.costAfter)],
    ...(unknownEventCount === 0
      ? []
      : [['Kept their cost, price unknown', formatCount(unknownEventCount)] as const]),
    ...(skippedEventCount === 0
      ? []
      : [['Changed since, skipped', formatCount(skippedEventCount)] as const]),
  ] as const
}

function detailsOf(run: RepricingRun) {
  const { customerId, agentId, reversesId, reversedById, startedAt, completedAt } = run
  return [
    ['Usage dates', `${datesInWords(run)} (UTC)`],
    ['Customer', customerId ? <Name key="c" choices={CUSTOMERS} id={customerId} /> : 'All'],
    ['Agent', agentId ? <Name key="a" choices={AGENTS} id={agentId} /> : 'All'],
    ['Reason', run.reason ?? '–'],
    ...(reversesId === null ? [] : [['Reverses', <Other key="r" runId={reversesId} />] as const]),
    ...(reversedById === null
      ? []
      : [['Reversed by', <Other key="b" runId={reversedById} />] as const]),
    ['Started by', run.actorName ?? run.actor],
    ['Created', <Timestamp key="t" at={run.createdAt} />],
    ['Started', startedAt === null ? '–' : <Timestamp key="t1" at={startedAt} />],
    ['Ended', completedAt === null ? '–' : <Timestamp key="t2" at={completedAt} />],
    ['Run id', <CopyText key="i" text={run.id} label="Copy run id" />],
  ] as const
}

function Name({ choices, id }: { choices: Choices; id: string }) {
  return useChoice(choices, id)?.name
}

function Other({ runId }: { runId: string }) {
  return (
    <RunLink runId={runId} inherit>
      Open the run
    </RunLink>
  )
}
