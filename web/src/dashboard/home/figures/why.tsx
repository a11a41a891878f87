import { Stack } from '@mantine/core'
import type { Overview } from '../../../api/api-types.ts'
import type { Days } from '../../../api/figures.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Sentences } from '../../profit/sentences.tsx'
import { useOrganization } from '../../session/use-organization.ts'

type Props = { overview: Pick<Overview, 'sentences'>; days: Days }

/** Reasons of the figures; empty if there are none. */
export function Why({ overview: { sentences }, days }: Props) {
  const { slug } = useOrganization()
  if (sentences.length === 0) return null
  return (
    <Stack gap={4} align="flex-start">
      <Sentences sentences={sentences} />
      <AnchorLink
        to="/o/$slug/analytics/profitability"
        params={{ slug }}
        search={{ from: days.startDate, to: days.endDate }}
        size="sm"
      >
        Where the margin goes
      </AnchorLink>
    </Stack>
  )
}
