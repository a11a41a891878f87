import { Group } from '@mantine/core'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Demo } from '../../../api/api-types.ts'
import { createDemo } from '../../../api/demo.ts'
import { newKey } from '../../../ui/forms/new-key.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { DemoProgress } from './demo-progress.tsx'
import { RemoveDemo } from './remove-demo.tsx'

type Props = { query: UseQueryResult<Demo>; hasSentInvoice: boolean }

/**
 * Shown in other organizations: opens the demo, or offers to create one until an invoice is sent.
 */
export default function DemoBeside({ query, hasSentInvoice }: Props) {
  const { data: demo, error, refetch } = query
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (!demo) return null
  if (demo.organization) return <OpenDemo demo={demo} />
  return hasSentInvoice ? null : <MakeDemo />
}

function MakeDemo() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [key] = useState(newKey)
  const make = useMutation({
    mutationFn: () => createDemo(slug, key),
    // Every user becomes a member of the demo, so the list of organizations changes.
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <Section
      title="Explore with demo data"
      about="Creates a second organization with thirty customers, thirteen months of usage and every kind of plan and invoice. It takes about a minute, and you can delete it again."
    >
      {make.error && <Problem error={make.error} />}
      <Group>
        <AllowedButton
          permission="settings"
          variant="default"
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          Create demo
        </AllowedButton>
      </Group>
    </Section>
  )
}

function OpenDemo({ demo }: { demo: Demo }) {
  const { organization } = demo
  if (organization === null) return null
  return (
    <Section
      title="Demo"
      about={`${organization.name} is a demo organization with sample data on every page.`}
    >
      <DemoProgress demo={demo} />
      <Group>
        <ButtonLink variant="default" to="/o/$slug/home" params={{ slug: organization.slug }}>
          Open demo
        </ButtonLink>
        <RemoveDemo />
      </Group>
    </Section>
  )
}
