import { FirstEvent } from '../../first-event/first-event.tsx'
import { FirstCost } from '../first-cost/first-cost.tsx'
import classes from './stages.module.css'
import { type Known, type Stage, stagesOf } from './stages.ts'
import { StepAction } from './step-action.tsx'
import { StepItem } from './step-item.tsx'

type Props = { stage: Stage; known: Known }

/** The contents of an open stage. */
export function StageBody({ stage, known }: Props) {
  if (stage.name === 'cost') return <CostStage known={known} />
  const next = stage.steps.find(({ isDone }) => !isDone)
  return (
    <ol className={classes.steps}>
      {stage.steps.map((step) => {
        const isNext = step === next
        const isActionable = isNext || stage.name === 'live'
        return (
          <StepItem
            key={step.name}
            step={step}
            isNext={isNext}
            action={isActionable && <StepAction step={step.name} known={known} isNext={isNext} />}
          />
        )
      })}
    </ol>
  )
}

/** The command, then in its place what the first runs cost, and the next step. */
function CostStage({ known }: { known: Known }) {
  const [latest, ...others] = known.events
  if (latest === undefined) return <FirstEvent />
  const isUnknown = known.events.some(({ usageCost }) => usageCost === null)
  const [, bill] = stagesOf(known)
  const next = isUnknown ? 'cost' : bill.steps.find(({ isDone }) => !isDone)?.name
  return (
    <FirstCost
      events={[latest, ...others]}
      next={
        next && <StepAction step={next} known={known} isNext priceLabel="What would it earn?" />
      }
    />
  )
}
