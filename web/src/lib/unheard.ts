/**
 * The end of a switch over everything that can happen. A kind that somebody forgot is no `never` and does not compile.
 * In a page that is older than its server the kind is passed over; the view that follows is right all the same.
 */
export function unheard(_event: never): void {}
