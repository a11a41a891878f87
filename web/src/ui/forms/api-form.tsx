import { Button, Group, Stack } from '@mantine/core'
import type { FormEventHandler, KeyboardEvent, ReactNode } from 'react'
import { Problem } from '../states/problem.tsx'
import classes from './api-form.module.css'

type Props = {
  state: {
    isBusy: boolean
    problem: Error | null
    submit: FormEventHandler<HTMLFormElement>
  }
  /** What the button does, in one or two words. */
  action: string
  children: ReactNode
  isWide?: boolean
  /** Where a page has several forms, none of them is the one thing to do. */
  isPlain?: boolean
  /** The way out, beside the button. */
  cancel?: ReactNode
  /** For what cannot be taken back: Enter in a field does nothing, only the button does. */
  isDeliberate?: boolean
  color?: string
  /** For a form that is longer than the window: its button stays in sight. */
  isLong?: boolean
}

/** A form of the API with its one button; what no field is to blame for stands above it. */
export function ApiForm({ state, action, children, ...props }: Props) {
  const { isWide = false, isPlain = false, isLong = false, isDeliberate = false } = props
  const { cancel, color } = props
  return (
    <form
      onSubmit={state.submit}
      {...(isDeliberate ? { onKeyDown: stayOnEnter } : {})}
      noValidate
      className={isLong ? classes.long : undefined}
    >
      <Stack gap="md">
        {children}
        {state.problem && <Problem error={state.problem} />}
        <Group
          justify={isWide ? 'stretch' : 'flex-end'}
          gap="sm"
          className={isLong ? classes.bar : undefined}
        >
          {cancel}
          <Button
            type="submit"
            variant={isPlain ? 'default' : 'filled'}
            loading={state.isBusy}
            fullWidth={isWide}
            {...(isWide ? { size: 'sm' } : {})}
            {...(color === undefined ? {} : { color })}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A field of one line would press the button. */
function stayOnEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
