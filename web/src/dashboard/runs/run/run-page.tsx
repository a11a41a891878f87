import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RunDetail } from '../../../api/api-types.ts'
import { runQuery } from '../../../api/runs.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Empty, NoRows } from '../../../ui/states/empty.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { CopyText } from '../../../ui/values/copy-text.tsx'
import { LinesThatBill } from '../../links/lines-that-bill.tsx'
import { RejectRunButton } from '../../rejections/reject-run-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { RunStatus } from '../run-status.tsx'
import { AssignCustomer } from './assign-customer.tsx'
import { RunEvents } from './run-events.tsx'
import { RunFigures } from './run-figures.tsx'
import { RunWarnings } from './run-warnings.tsx'
import { SpansSection } from './spans-section.tsx'

/** A run: what it cost and earned, its spans as a tree, and its events. */
export function RunPage({ runId }: { runId: string }) {
  const { slug } = useOrganization()
  const { data: run, error, refetch } = useQuery(runQuery(slug, runId))
  if (run === null) return <RunNotFound />
  if (run === undefined) {
    return (
      <Page title="Run">
        {error ? (
          <Problem error={error} onRetry={() => void refetch()} />
        ) : (
          <LinesSkeleton lines={10} />
        )}
      </Page>
    )
  }
  return (
    <Stack gap="md">
      <Head run={run} />
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <RunWarnings run={run} />
      <Stack gap={32}>
        <RunFigures run={run} />
        <SpansSection run={run} />
        <RunEvents run={run} />
        <LinesThatBill lines={run.invoiceLines} />
        <Attributes attributes={run.attributes} />
      </Stack>
    </Stack>
  )
}

function Head({ run }: { run: RunDetail }) {
  const { slug } = useOrganization()
  return (
    <Stack gap={4}>
      <AnchorLink to="/o/$slug/runs" params={{ slug }} size="sm">
        Runs
      </AnchorLink>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" maw="100%">
          <PageTitle>{run.name ?? 'Run'}</PageTitle>
          <RunStatus run={run} />
        </Group>
        <Group gap="sm">
          <RejectRunButton run={run} />
          <AssignCustomer run={run} />
        </Group>
      </Group>
      <CopyText text={run.runId} label="Copy run id" />
      {run.isError && <Text c="var(--mantine-color-error)">It ended with an error.</Text>}
    </Stack>
  )
}

/** What rules can use, so that a rule can be written from it. */
function Attributes({ attributes }: Pick<RunDetail, 'attributes'>) {
  return (
    <Section title="Attributes" about="Attribution rules compare them. Long values are not kept.">
      {Object.keys(attributes).length === 0 ? (
        <NoRows>The run has no attributes.</NoRows>
      ) : (
        <CopyText text={JSON.stringify(attributes, null, 2)} label="Copy attributes" isBlock />
      )}
    </Section>
  )
}

function RunNotFound() {
  const { slug } = useOrganization()
  return (
    <Page title="Run not found">
      <Empty
        title="This organization has no run with this id"
        action={
          <AnchorLink to="/o/$slug/runs" params={{ slug }}>
            All runs
          </AnchorLink>
        }
      >
        A run exists from its first span or usage event on.
      </Empty>
    </Page>
  )
}
