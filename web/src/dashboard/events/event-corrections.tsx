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
  const warning = kind === 'amend' ? warningOf(costBefore, costAfter) : null
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
      {warning !== null && (
        <Text size="sm" fw={500}>
          Warning: {warning}
        </Text>
      )}
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

/** What an amendment took from the cost; the API warns of it in its answer, too. */
function warningOf(costBefore: string | null, costAfter: string | null): string | null {
  if (costBefore === null || isZero(costBefore)) return null
  if (costAfter === null) return 'this amendment made the cost unknown.'
  return isZero(costAfter) ? 'this amendment made the cost 0. Check its model and tokens.' : null
}

const isZero = (cost: string) => Number(cost) === 0

const costInWords = (cost: string | null) => (cost === null ? NO_COST_YET : formatCost(cost))
