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
  /** Label of the submit button: one or two words. */
  action: string
  children: ReactNode
  isWide?: boolean
  /** A plain button, for pages with several forms. */
  isPlain?: boolean
  /** Content next to the button, such as a way to cancel. */
  cancel?: ReactNode
  /** For irreversible actions: Enter in a field does nothing, only the button submits. */
  isDeliberate?: boolean
  color?: string
  /** For forms taller than the window: the button stays visible. */
  isLong?: boolean
  /** False disables the button, such as until a preview is shown. */
  isReady?: boolean
}

/** An API form with one button. Errors that belong to no field are shown on top. */
export function ApiForm({ state, action, children, ...props }: Props) {
  const { isWide = false, isPlain = false, isLong = false, isDeliberate = false } = props
  const { isReady = true } = props
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
            disabled={!isReady}
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

/** Enter in a single-line field would submit the form. */
function stayOnEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
