import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { demoQuery } from '../../api/demo.ts'
import { eventCountQuery } from '../../api/events.ts'
import { latestEventsQuery, progressQuery } from '../../api/progress.ts'
import { Section } from '../../ui/layout/section.tsx'
import { setPreference, usePreference } from '../../ui/preferences/preferences.ts'
import { LinesSkeleton } from '../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import { StageBody } from './stages/stage-body.tsx'
import { StageItem } from './stages/stage-item.tsx'
import classes from './stages/stages.module.css'
import { currentOf, type Known, type StageName, stagesOf } from './stages/stages.ts'

const ASK_AGAIN_MS = 2_000

/**
 * First steps in three stages, until they are complete or hidden. A browser that has seen their end
 * requests nothing.
 */
export function Checklist() {
  const { isStarted, setStarted } = useStarted()
  return isStarted ? null : <Stages onHide={setStarted} />
}

function Stages({ onHide }: { onHide: () => void }) {
  const { slug } = useOrganization()
  const { configured, environment } = useSession()
  const isTest = environment === 'test'
  const events = useQuery({
    ...latestEventsQuery(slug),
    // Polls until the first event has arrived and its cost is known.
    refetchInterval: ({ state }) => (isWaiting(state.data) ? ASK_AGAIN_MS : false),
  })
  // The count keeps the other panels of the page in step with these events.
  useQuery({
    ...eventCountQuery(slug, { eventProcessed: 'UNCOSTED' }),
    refetchInterval: isWaiting(events.data) ? ASK_AGAIN_MS : false,
  })
  const progress = useQuery(progressQuery(slug))
  const demo = useQuery({ ...demoQuery(slug), enabled: isTest })
  const error = progress.error ?? events.error
  if (error !== null) {
    const retry = () => {
      for (const query of [progress, events]) if (query.error) void query.refetch()
    }
    return <Problem error={error} onRetry={retry} />
  }
  if (!progress.data || !events.data || (isTest && demo.isPending)) {
    return <LinesSkeleton lines={9} height={14} />
  }
  if (demo.data?.organization?.slug === slug) return <Hide onHide={onHide} />
  const known = { progress: progress.data, events: events.data.results, isTest, configured }
  return <Opened known={known} onHide={onHide} />
}

/** One stage is open at a time: the first that is not complete, or the one that was chosen. */
function Opened({ known, onHide }: { known: Known; onHide: () => void }) {
  const stages = stagesOf(known)
  const current = currentOf(stages)
  // The stage at the first visit stays open, so that the first event replaces the command.
  const [open, setOpen] = useState<StageName | undefined>(current?.name)
  if (current === undefined) return <Hide onHide={onHide} />
  const toggle = (name: StageName) => setOpen(open === name ? undefined : name)
  return (
    <Section
      title="Getting started"
      about="From your first event to a paid invoice."
      action={
        current.name === 'live' && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onHide}>
            Hide
          </Button>
        )
      }
    >
      <ol className={classes.stages}>
        {stages.map((stage, index) => (
          <StageItem
            key={stage.name}
            stage={stage}
            number={index + 1}
            isCurrent={stage === current}
            isOpen={stage.name === open}
            onToggle={() => toggle(stage.name)}
          >
            <StageBody stage={stage} known={known} />
          </StageItem>
        ))}
      </ol>
    </Section>
  )
}

function Hide({ onHide }: { onHide: () => void }) {
  useEffect(onHide, [onHide])
  return null
}

const isWaiting = (data: { results: readonly { usageCost: unknown }[] } | undefined) =>
  data !== undefined &&
  (data.results.length === 0 || data.results.some(({ usageCost }) => usageCost === null))

/** Whether the first steps of this organization are complete or hidden, kept in this browser. */
function useStarted() {
  const { id } = useOrganization()
  const ids = usePreference('startedOrganizations').split(' ')
  return {
    isStarted: ids.includes(id),
    setStarted: () => setPreference('startedOrganizations', [...ids, id].join(' ').trim()),
  }
}
