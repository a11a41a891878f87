import { Group, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { runsQuery } from '../../api/runs.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'

/** A wait for the first event. Spans are shown as soon as they arrive, before they are an event. */
export function Waiting() {
  const { slug } = useOrganization()
  const { data } = useQuery(runsQuery(slug, { limit: 1 }))
  const [run] = data?.results ?? []
  return (
    <Group gap={8} wrap="nowrap" role="status">
      <Loader size={12} flex="none" aria-hidden />
      <Text size="sm" c="dimmed">
        {run === undefined
          ? 'Waiting for the first event. It will appear here automatically.'
          : arrivedInWords(run.spanCount)}
      </Text>
    </Group>
  )
}

function arrivedInWords(spanCount: number): string {
  const spans = spanCount === 1 ? '1 span or call has' : `${formatCount(spanCount)} spans have`
  return `${spans} arrived. Their cost appears about ten seconds after the root span of the run has ended, after fifteen minutes without one.`
}
