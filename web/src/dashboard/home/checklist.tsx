import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { latestEventsQuery, progressQuery } from '../../api/progress.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import classes from './checklist.module.css'
import { type Step, stepsOf } from './steps.ts'

export function Checklist() {
  const { slug, may } = useOrganization()
  const { configured } = useSession()
  const events = useQuery(latestEventsQuery(slug))
  const progress = useQuery(
    progressQuery(slug, { mayReadKeys: may('keys'), mayReadPeople: may('people') }),
  )
  const error = progress.error ?? events.error
  if (error !== null) {
    return <Problem error={error} onRetry={() => void progress.refetch()} />
  }
  if (!progress.data || !events.data) return <LinesSkeleton lines={9} height={14} />
  const steps = stepsOf({
    ...progress.data,
    configured,
    hasEvents: events.data.totalResults > 0,
  })
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Section title="Getting started" about={`${done} of ${steps.length} done`}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <StepItem key={step.title} step={step} />
        ))}
      </ol>
    </Section>
  )
}

function StepItem({ step: { title, about, isDone, at } }: { step: Step }) {
  return (
    <li className={classes.step}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {isDone ? (
          <IconCircleCheckFilled size={20} className={classes.done} aria-label="Done" />
        ) : (
          <IconCircle size={20} className={classes.open} aria-label="To do" />
        )}
        <Stack gap={0} flex={1}>
          <Text fw={500}>{title}</Text>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        </Stack>
        {!isDone && at && <StepLink at={at} title={title} />}
      </Group>
    </li>
  )
}

function StepLink({ at, title }: { at: NonNullable<Step['at']>; title: string }) {
  const { slug, may } = useOrganization()
  if ('reference' in at) {
    return (
      <Anchor href={`/docs${at.reference}`} size="sm" aria-label={`How: ${title}`}>
        How
      </Anchor>
    )
  }
  if (at.page === 'keys') {
    return may('keys') ? (
      <AnchorLink to="/o/$slug/developers/keys" params={{ slug }} size="sm">
        API keys
      </AnchorLink>
    ) : null
  }
  return may('people') ? (
    <AnchorLink to="/o/$slug/settings/team" params={{ slug }} size="sm">
      Team
    </AnchorLink>
  ) : null
}
