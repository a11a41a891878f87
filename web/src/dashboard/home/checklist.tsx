import { Group, Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { UsageEvent } from '../../api/api-types.ts'
import { eventCountQuery } from '../../api/events.ts'
import { latestEventsQuery, progressQuery } from '../../api/progress.ts'
import { Section } from '../../ui/layout/section.tsx'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { FirstEvent } from '../first-event/first-event.tsx'
import { FirstEventArrived } from '../first-event/first-event-arrived.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import classes from './checklist.module.css'
import { StepLink } from './step-link.tsx'
import { RECORD_STEP, type Step, stepsOf } from './steps.ts'

const ASK_AGAIN_MS = 3_000

/**
 * Steps up to the first sent invoice, or in a test deployment the first paid one; hidden
 * afterwards.
 */
export function Checklist() {
  const { slug, may } = useOrganization()
  const { configured, environment } = useSession()
  const isTest = environment === 'test'
  const events = useQuery({
    ...latestEventsQuery(slug),
    // Polls only until the first event arrives, so that rows do not move while they are read.
    refetchInterval: ({ state }) => (state.data?.totalResults === 0 ? ASK_AGAIN_MS : false),
  })
  // Each event may introduce a model without a rate.
  const uncosted = useQuery({
    ...eventCountQuery(slug, { eventProcessed: 'UNCOSTED' }),
    refetchInterval: ASK_AGAIN_MS,
  })
  const progress = useQuery(
    progressQuery(slug, { mayReadKeys: may('keys'), mayReadPeople: may('people') }),
  )
  const error = progress.error ?? events.error ?? uncosted.error
  if (error !== null) {
    const retry = () => {
      for (const query of [progress, events, uncosted]) if (query.error) void query.refetch()
    }
    return <Problem error={error} onRetry={retry} />
  }
  if (!progress.data || !events.data || uncosted.data === undefined) {
    return <LinesSkeleton lines={9} height={14} />
  }
  // In a live deployment, paying is up to the customer.
  if (isTest ? progress.data.hasPaidInvoice : progress.data.hasSentInvoice) return null
  const steps = stepsOf({
    ...progress.data,
    configured,
    isTest,
    hasEvents: events.data.totalResults > 0,
    hasUnknownCosts: uncosted.data > 0,
  })
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Section title="Getting started" about={`${done} of ${steps.length} done`}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <StepItem key={step.title} step={step}>
            {step.title === RECORD_STEP && <WaitForFirst latest={events.data.results[0]} />}
          </StepItem>
        ))}
      </ol>
    </Section>
  )
}

/** Shows the command to paste; the first event then replaces it. */
function WaitForFirst({ latest }: { latest: UsageEvent | undefined }) {
  const [hasWaited, setWaited] = useState(false)
  useEffect(() => {
    if (latest === undefined) setWaited(true)
  }, [latest])
  if (latest === undefined) return <FirstEvent />
  return hasWaited ? <FirstEventArrived event={latest} /> : null
}

type Props = { step: Step; children: ReactNode }

/** A completed step shows its title only; others show a description. */
function StepItem({ step: { title, about, isDone, at }, children }: Props) {
  return (
    <li className={classes.step}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {isDone ? (
          <IconCircleCheckFilled size={20} className={classes.done} aria-label="Done" />
        ) : (
          <IconCircle size={20} className={classes.open} aria-label="To do" />
        )}
        <Stack gap="xs" flex={1} miw={0}>
          <Stack gap={0}>
            <Text {...(isDone ? { c: 'dimmed' } : { fw: 500 })}>{title}</Text>
            {!isDone && (
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            )}
          </Stack>
          {children}
        </Stack>
        {!isDone && at && <StepLink at={at} />}
      </Group>
    </li>
  )
}
