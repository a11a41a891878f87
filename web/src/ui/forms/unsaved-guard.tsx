import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from '../dialogs/dialog.tsx'

/** Asks before what somebody has typed is lost, by a link as by closing the tab. */
export function UnsavedGuard({ isUnsaved }: { isUnsaved: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  return (
    <Dialog title="Leave without saving?" isOpen={status === 'blocked'} onClose={() => reset?.()}>
      <Stack gap="md">
        <Text>What you have changed here is not saved yet.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button color="red.8" onClick={() => proceed?.()}>
            Discard changes
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
