import { Stack, Text } from '@mantine/core'
import type { EventCorrection } from '../../api/api-types.ts'
import { Section } from '../../ui/layout/section.tsx'
import { formatCost, formatCount } from '../../ui/values/money.ts'
import { NO_COST_YET } from '../../ui/values/no-cost-yet.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { RunLink } from '../repricing/run-link.tsx'

const KINDS = { void: 'Voided', amend: 'Amended', recost: 'Repriced' } as const

/** What changed an event after it was recorded, with its values before and after. */
export function EventCorrections({ corrections }: { corrections: readonly EventCorrection[] }) {
  if (corrections.length === 0) return null
  return (
    <Section title="Corrections">
      {corrections.map((correction) => (
        <Correction key={correction.id} correction={correction} />
      ))}
    </Section>
  )
}

function Correction({ correction }: { correction: EventCorrection }) {
  const { kind, correctedAt, actorName, actor, reason, repricingRunId } = correction
  const { quantityBefore, quantityAfter, costBefore, costAfter } = correction
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={500}>
        {KINDS[kind]}, <Timestamp at={correctedAt} />
      </Text>
      {quantityBefore !== quantityAfter && (
        <Text size="sm">
          Quantity {formatCount(quantityBefore)} to {formatCount(quantityAfter)}
        </Text>
      )}
      <Text size="sm">
        Cost {costInWords(costBefore)} to {costInWords(costAfter)}
      </Text>
      <Text size="sm" c="dimmed">
        By {actorName ?? actor}
        {reason !== null && `: ${reason}`}
        {repricingRunId !== null && (
          <>
            .{' '}
            <RunLink runId={repricingRunId} inherit underline="always">
              Open the run
            </RunLink>
          </>
        )}
      </Text>
    </Stack>
  )
}

const costInWords = (cost: string | null) => (cost === null ? NO_COST_YET : formatCost(cost))
