import { Anchor, Group, Text } from '@mantine/core'
import type { MarginLine } from '../../api/api-types.ts'
import { priceInWords } from '../../ui/billing/price-in-words.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useInclude } from './use-include.ts'

const FEES = {
  recurring: 'Recurring fee',
  seat_based: 'Fee for seats',
  onetime: 'One-time fee',
} as const

/** The price of a line in words, or the missing price, with the actions that change it. */
export function Coverage({ line }: { line: MarginLine }) {
  const { coverage, price, currency, planId, planName, signalId, signalName } = line
  if (coverage === 'fee' && line.line !== 'signal') return <Words>{FEES[line.line]}</Words>
  if (coverage === 'no_subscription') return <Words>No subscription</Words>
  if (planId === null || signalId === null) return null
  if (price !== null) return <Words>{priceInWords(price, currency ?? 'USD')}</Words>
  const isIncluded = coverage === 'included'
  const signal = { planId, signalId, signalName: signalName ?? '' }
  return (
    <Group gap="xs">
      <Words isProblem={!isIncluded}>
        {isIncluded ? `Included in the fees of ${planName}` : `No price in ${planName}`}
      </Words>
      <Actions signal={signal} isIncluded={isIncluded} />
    </Group>
  )
}

function Words({ children, isProblem = false }: { children: string; isProblem?: boolean }) {
  return (
    <Text
      span
      size="xs"
      style={{ whiteSpace: 'normal' }}
      c={isProblem ? 'var(--mantine-color-error)' : 'dimmed'}
    >
      {children}
    </Text>
  )
}

type Signal = { planId: string; signalId: string; signalName: string }

function Actions({ signal, isIncluded }: { signal: Signal; isIncluded: boolean }) {
  const { slug, may } = useOrganization()
  const include = useInclude()
  const { planId, signalId, signalName } = signal
  if (!may('write')) return null
  return (
    <>
      {!isIncluded && (
        <AnchorLink
          to="/o/$slug/plans/$planId/prices"
          params={{ slug, planId }}
          search={{ signalId }}
          size="xs"
          aria-label={`Price ${signalName}`}
        >
          Price it
        </AnchorLink>
      )}
      <Anchor
        component="button"
        type="button"
        size="xs"
        disabled={include.isPending}
        aria-label={isIncluded ? `Exclude ${signalName}` : `Include ${signalName} in the fees`}
        onClick={() => include.mutate({ ...signal, isIncluded: !isIncluded })}
      >
        {isIncluded ? 'Exclude' : 'Mark as included'}
      </Anchor>
    </>
  )
}
