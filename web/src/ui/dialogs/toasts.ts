import { notifications } from '@mantine/notifications'

const SHOWN_MS = 5_000

/** Shows a notification, for events that have no place on the page. */
export function toast(message: string): void {
  notifications.show({ message, autoClose: SHOWN_MS, withBorder: true })
}
