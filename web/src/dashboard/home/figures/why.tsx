import { Box } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { breakdownQuery, type Days } from '../../../api/figures.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Sentences } from '../../profit/sentences.tsx'
import { useOrganization } from '../../session/use-organization.ts'

/** Height of one sentence and the link. */
const HEIGHT = 44

/** Reasons of the figures; empty if there are none. */
export function Why({ days }: { days: Days }) {
  const { slug } = useOrganization()
  const { data } = useQuery({ ...breakdownQuery(slug, days), placeholderData: keepPreviousData })
  if (data === undefined) return <Box mih={HEIGHT} mb="md" />
  if (data.sentences.length === 0) return null
  return (
    <Box mb="md">
      <Sentences sentences={data.sentences} />
      <AnchorLink
        to="/o/$slug/analytics/profitability"
        params={{ slug }}
        search={{ from: days.startDate, to: days.endDate }}
        size="sm"
      >
        Where the margin goes
      </AnchorLink>
    </Box>
  )
}
