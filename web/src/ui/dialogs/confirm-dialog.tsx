import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Problem } from '../states/problem.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  /** Label of the action, such as "Revoke key". */
  action: string
  run: () => Promise<unknown>
  children: ReactNode
}

/**
 * Asks for confirmation before an irreversible action. Cancel has the focus, so that Enter does no
 * harm.
 */
export function ConfirmDialog({ title, isOpen, onClose, action, run, children }: Props) {
  // A second click may arrive before the button shows that it is busy.
  const isUnderWay = useRef(false)
  const mutation = useMutation({
    mutationFn: run,
    onSuccess: onClose,
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const start = () => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate()
  }
  const close = () => {
    mutation.reset()
    onClose()
  }
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <Stack gap="md">
        {children}
        {mutation.error && <Problem error={mutation.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red.8" loading={mutation.isPending} onClick={start}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
