// Begins the comforts once the page has been painted: what one came to read is there before any of them.

const begin = () => {
  performance.mark("began");
  import("./acting.js");
};

if (PerformanceObserver.supportedEntryTypes.includes("paint")) {
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    begin();
  }).observe({ type: "paint", buffered: true });
} else begin();
