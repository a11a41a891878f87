import { Button, Group, Stack, Text } from '@mantine/core'
import { Dialog } from '../dialogs/dialog.tsx'

type Props = { isOpen: boolean; onStay: () => void; onLeave: () => void }

/** Asks for confirmation to discard unsaved changes. */
export function LeaveDialog({ isOpen, onStay, onLeave }: Props) {
  return (
    <Dialog title="Leave without saving?" isOpen={isOpen} onClose={onStay}>
      <Stack gap="md">
        <Text>Your changes on this page are not saved yet.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onStay} data-autofocus>
            Stay here
          </Button>
          <Button color="red.8" onClick={onLeave}>
            Discard changes
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
