import { Text } from '@mantine/core'
import { IconCheck, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './stages.module.css'
import { isComplete, type Stage } from './stages.ts'

type Props = {
  stage: Stage
  number: number
  isCurrent: boolean
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A stage: its heading is a button that opens its steps. */
export function StageItem({ stage, number, isCurrent, isOpen, onToggle, children }: Props) {
  const id = useId()
  const isDone = isComplete(stage)
  const done = stage.steps.filter((step) => step.isDone).length
  return (
    <li className={classes.stage}>
      <h3 style={{ margin: 0 }}>
        <button
          type="button"
          className={classes.head}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          <span
            className={classes.mark}
            data-done={isDone}
            data-current={isCurrent}
            aria-hidden="true"
          >
            {isDone ? <IconCheck size={14} /> : number}
          </span>
          <Text component="span" flex={1} miw={0} fw={600}>
            {stage.title}
            {!isOpen && !isDone && (
              <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
                {stage.about}
              </Text>
            )}
          </Text>
          <Text component="span" size="sm" c="dimmed" style={{ flex: 'none' }}>
            {isDone ? 'Done' : `${done} of ${stage.steps.length}`}
          </Text>
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
        </button>
      </h3>
      <div id={id} className={classes.body} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </li>
  )
}
