import { Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Demo } from '../../../api/api.gen.ts'
import { createDemo, demoQuery } from '../../../api/demo.ts'
import { progressQuery } from '../../../api/progress.ts'
import { newKey } from '../../../ui/forms/new-key.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { AllowedButton } from '../../session/allowed-button.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { RemoveDemo } from './remove-demo.tsx'

/** A second organization with life in it, for whoever has not sent an invoice yet, and while it is there. */
export default function DemoSection() {
  const { slug, may } = useOrganization()
  const demo = useQuery(demoQuery(slug))
  const progress = useQuery(
    progressQuery(slug, { mayReadKeys: may('keys'), mayReadPeople: may('people') }),
  )
  if (demo.error) return <Problem error={demo.error} onRetry={() => void demo.refetch()} />
  if (!demo.data || !progress.data) return null
  const { organization } = demo.data
  if (organization === null) return progress.data.hasSentInvoice ? null : <MakeDemo />
  return organization.slug === slug ? <InDemo demo={demo.data} /> : <Beside demo={demo.data} />
}

function MakeDemo() {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [key] = useState(newKey)
  const make = useMutation({
    mutationFn: () => createDemo(slug, key),
    // Everybody is a member of it, so the list of organizations has one more.
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <Section
      title="See it with life in it"
      about="Makes a second organization, with thirty customers, thirteen months of usage and every kind of plan and invoice. It takes about a minute, and can be taken away again."
    >
      {make.error && <Problem error={make.error} />}
      <Group>
        <AllowedButton
          permission="settings"
          variant="default"
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          Make a demo
        </AllowedButton>
      </Group>
    </Section>
  )
}

type Props = { demo: Demo }

/** From another organization: how far it is, and the way there. */
function Beside({ demo }: Props) {
  const { organization } = demo
  if (organization === null) return null
  return (
    <Section
      title="Demo"
      about={`${organization.name} is made up, so that every page can be seen.`}
    >
      <HowFar demo={demo} />
      <Group>
        <ButtonLink variant="default" to="/o/$slug/home" params={{ slug: organization.slug }}>
          Open the demo
        </ButtonLink>
        <RemoveDemo />
      </Group>
    </Section>
  )
}

function InDemo({ demo }: Props) {
  return (
    <Section title="This is a demo" about="Its customers, its usage and its money are made up.">
      <HowFar demo={demo} />
      <Group>
        <RemoveDemo />
      </Group>
    </Section>
  )
}

function HowFar({ demo: { organization, progress, problem } }: Props) {
  if (organization?.state !== 'filling') return null
  if (problem !== null) {
    return (
      <Text role="alert">Filling it ended early: {problem}. Take it away to make another one.</Text>
    )
  }
  if (progress === null) {
    return (
      <Text c="dimmed">
        It is being filled. Where nothing changes for minutes, that was interrupted: take it away.
      </Text>
    )
  }
  return (
    <Stack gap={4} maw={420}>
      <Progress value={progress.share * 100} aria-label="How much of the demo is filled" />
      <Text size="xs" c="dimmed" role="status">
        {progress.what === '' ? 'It begins' : `Living through ${progress.what}`}
      </Text>
    </Stack>
  )
}
