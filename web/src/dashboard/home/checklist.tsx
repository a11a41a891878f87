import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Section } from '../../ui/layout/section.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { useSession } from '../session/use-session.ts'
import { StageBody } from './stages/stage-body.tsx'
import { StageItem } from './stages/stage-item.tsx'
import classes from './stages/stages.module.css'
import { currentOf, type Known, type StageName, stagesOf } from './stages/stages.ts'
import type { FirstSteps } from './use-first-steps.ts'

type Props = {
  steps: FirstSteps
  /** True in the demo, which has no first steps. */
  isDemo: boolean
}

/** First steps in three stages, until they are complete or hidden. */
export function Checklist({ steps: { isStarted, setStarted, events, progress }, isDemo }: Props) {
  const { configured, environment } = useSession()
  if (isStarted) return null
  const error = progress.error ?? events.error
  if (error !== null) {
    const retry = () => {
      for (const query of [progress, events]) if (query.error) void query.refetch()
    }
    return <Problem error={error} onRetry={retry} />
  }
  if (!progress.data || !events.data) return null
  if (isDemo) return <Hide onHide={setStarted} />
  const isTest = environment === 'test'
  const known = { progress: progress.data, events: events.data.results, isTest, configured }
  return <Opened known={known} onHide={setStarted} />
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
